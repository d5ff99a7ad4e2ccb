/** There is no queue of that name where the SDK looks. */
export class QueueNotFoundError extends Error {
  override readonly name = 'QueueNotFoundError';
  readonly queueName: string;
  constructor(queueName: string, options?: ErrorOptions) {
    super(
      `there is no queue ${queueName} in this account and region; check app and stage, and that the stack is deployed`,
      options,
    );
    this.queueName = queueName;
  }
}
