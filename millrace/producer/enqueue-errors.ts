import { OUTCOME } from '../definition/outcome-errors.ts';

/** A message that SQS did not take; the job is not on the queue, or not known to be. */
export class EnqueueError extends Error {
  override readonly name = 'EnqueueError';
  readonly jobId: string;
  constructor(jobId: string, why: string, options?: ErrorOptions) {
    super(`${jobId} was not sent: ${why}`, options);
    this.jobId = jobId;
  }
}

/** Of a group in order: one that is not sent behind another which was not. */
export function notSentBehind(jobId: string, before: string): EnqueueError {
  return new EnqueueError(jobId, `${before}, before it in its group, was not sent`);
}

/** Other confidential data stands there for the same job; nothing was sent. */
export class ConfidentialConflictError extends Error {
  override readonly name = 'ConfidentialConflictError';
  readonly jobId: string;
  constructor(jobId: string) {
    super(
      `${jobId} was not sent: it has other confidential data already, which is written once; give the same, or use a new key for a new job`,
    );
    this.jobId = jobId;
  }
}

/** The job has ended: it takes no confidential data any more; nothing was sent. */
export class JobOverError extends Error {
  override readonly name = 'JobOverError';
  readonly jobId: string;
  constructor(jobId: string) {
    super(
      `${jobId} was not sent: it is over (completed, cancelled or expired), and its confidential data is erased; use a new key for a new job`,
    );
    this.jobId = jobId;
  }
}

/** A payload that makes a message larger than a queue takes. */
export class PayloadTooLargeError extends Error {
  override readonly name = 'PayloadTooLargeError';
}

/** An option of `enqueue` outside its range. */
export class InvalidEnqueueOptionError extends Error {
  override readonly name = 'InvalidEnqueueOptionError';
  readonly option: string;
  /** What is allowed in its place, without what was given. */
  readonly allowed: string;
  /** `wrong` is what was given, in words. */
  constructor(option: string, wrong: string, allowed: string) {
    super(`${option}: ${wrong}; ${allowed}`);
    this.option = option;
    this.allowed = allowed;
  }
}

/** A job that enqueued a job, and so on: a loop, most likely. Lambda itself stops such chains after about 16. */
export class TooManyHopsError extends Error {
  override readonly name = 'TooManyHopsError';
}

/**
 * A queue that holds as many messages as it may. Nothing was sent. Thrown on by a handler that enqueues, it puts that job
 * off for as long, at no cost to its attempts.
 */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
  readonly [OUTCOME] = 'not-yet';
  readonly jobId: string;
  /** Until there is room, worked out from how fast the queue drains. */
  readonly seconds: number;
  constructor(jobId: string, queue: { readonly depth: number; readonly maxDepth: number; readonly seconds: number }) {
    super(
      `${jobId} was not sent: its queue holds ${queue.depth} messages, ${queue.maxDepth} are allowed; try again in ${queue.seconds} s`,
    );
    this.jobId = jobId;
    this.seconds = queue.seconds;
  }
}
