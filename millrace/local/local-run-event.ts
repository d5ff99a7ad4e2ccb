import type { FunctionEvent } from './function/function-pool.ts';
import type { OutcomeEvent } from './outcome-line.ts';

/** Everything a client needs to use the running stack. */
export interface ReadyEvent {
  readonly event: 'ready';
  /** The embedded engine's address, or that of the SQS put in its place. */
  readonly endpoint: string;
  readonly sqsEndpoint: string;
  readonly dynamodbEndpoint: string;
  readonly api: string | undefined;
  /** Whose tokens open the API; absent where it wants requests signed with the credentials. */
  readonly tokenIssuer?: string | undefined;
  /** Addresses by source, where the project has webhooks. */
  readonly webhooks?: Readonly<Record<string, string>>;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** By job type; `<type>/<priority>` where the job has priorities. */
  readonly queues: Readonly<Record<string, string>>;
  readonly deadLetterQueues: Readonly<Record<string, string>>;
  readonly table: string;
  /** Of EventBridge Scheduler, which is always the run's own. */
  readonly schedulerEndpoint: string;
  readonly schedules: readonly RunningSchedule[];
  /** Address of the outside services' twins, where the project has them. */
  readonly twins: string | undefined;
  readonly app: string;
  readonly stage: string;
  /** Where another run of the project lives: the command line speaks to that one. */
  readonly earlierRun?: EarlierRun;
}

/** A schedule of the template. */
export interface RunningSchedule {
  readonly name: string;
  readonly expression: string;
  readonly timeZone: string;
  /** Absent where it is not due any more. */
  readonly nextAt?: string;
}

export interface EarlierRun {
  readonly pid: number;
  /** Of its SQS. */
  readonly endpoint: string;
}

/** A batch that was not deleted as a whole: what is kept comes back when its visibility timeout runs out. */
export interface BatchKeptEvent {
  readonly event: 'batch-kept';
  readonly function: string;
  readonly messages: number;
  readonly kept: number;
  /** Why the whole batch stays: an error, a timeout, a malformed answer, a throttle. */
  readonly because?: string;
  /** Of a batch that failed as a whole: the jobs, as their senders named them, and the messages. */
  readonly jobIds?: readonly string[];
  readonly messageIds?: readonly string[];
}

/** A schedule that was due: its target has taken what it was sent. */
export interface ScheduleFiredEvent {
  readonly event: 'schedule-fired';
  readonly schedule: string;
  /** The instant it was for. */
  readonly scheduledAt: string;
  /** The queue's name, or the function's. */
  readonly target: string;
  readonly targetKind: 'queue' | 'function';
  /** Of a one-time schedule: the job that it was made for. */
  readonly jobId?: string;
}

/** A schedule that was due, and whose target did not take it, or failed. */
export interface ScheduleFailedEvent {
  readonly event: 'schedule-failed';
  readonly schedule: string;
  readonly scheduledAt: string;
  readonly target: string;
  readonly because: string;
  /** Until it is tried again; absent where it is given up. */
  readonly triedAgainInSeconds?: number;
}

/** A request to the HTTP API that its function failed: the caller is told nothing but a 500. */
export interface RequestFailedEvent {
  readonly event: 'request-failed';
  /** Method and path. */
  readonly request: string;
  readonly because: string;
}

/** A queue stopped answering; it is asked again each second. */
export interface UnreachableEvent {
  readonly event: 'unreachable';
  readonly message: string;
}

/** The embedded engine is gone, and with it every queue and record: the run can't go on. */
export interface EngineDiedEvent {
  readonly event: 'engine-died';
  readonly how: string;
}

export type LocalRunEvent =
  | ReadyEvent
  | OutcomeEvent
  | FunctionEvent
  | BatchKeptEvent
  | RequestFailedEvent
  | ScheduleFiredEvent
  | ScheduleFailedEvent
  | UnreachableEvent
  | EngineDiedEvent;
