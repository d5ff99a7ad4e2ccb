import { createHash } from 'node:crypto';

/** A job's message that waits outside of its queue, for longer than SQS holds one back. */
export interface DelayedMessage {
  readonly jobId: string;
  readonly queueArn: string;
  readonly body: string;
  /** A whole minute. */
  readonly dueAtMs: number;
}

/** Where the messages of long-delayed jobs wait: one for each job at most. */
export interface DelayedJobs {
  /** False where one waits for that job already; it stays as it is. */
  create(message: DelayedMessage): Promise<boolean>;
  /** What waits for that job; undefined where nothing does, or does no more. */
  find(jobId: string): Promise<Pick<DelayedMessage, 'body' | 'dueAtMs'> | undefined>;
  /** Where nothing waits, nothing happens. */
  delete(jobId: string): Promise<void>;
}

const MINUTE_MS = 60_000;

/** EventBridge Scheduler keeps whole minutes; rounded up, so that nothing is due early. */
export function wholeMinute(instantMs: number): number {
  return Math.ceil(instantMs / MINUTE_MS) * MINUTE_MS;
}

/** As late as it may reach its queue: a schedule fires within its minute, and a sweeper that makes it anew may round again. */
export function latestOnQueue(dueMs: number): number {
  return wholeMinute(dueMs) + 2 * MINUTE_MS;
}

/** A job id may be longer than a schedule's name, and hold what that may not. */
export function delayName(jobId: string): string {
  return createHash('sha256').update(jobId).digest('hex');
}
