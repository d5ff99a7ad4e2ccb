const STATUS = { ConflictException: 409, ResourceNotFoundException: 404, ValidationException: 400 } as const;

/** An error as EventBridge Scheduler answers it. */
export class SchedulerError extends Error {
  override readonly name: keyof typeof STATUS;
  readonly status: number;
  constructor(name: keyof typeof STATUS, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
    this.status = STATUS[name];
  }
}
