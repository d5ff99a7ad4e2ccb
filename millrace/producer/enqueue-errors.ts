/** A message that SQS did not take; the job is not on the queue, or not known to be. */
export class EnqueueError extends Error {
  override readonly name = 'EnqueueError';
  readonly jobId: string;
  constructor(jobId: string, why: string, options?: ErrorOptions) {
    super(`${jobId} was not sent: ${why}`, options);
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
}

/** A job that enqueued a job, and so on: a loop, most likely. Lambda itself stops such chains after about 16. */
export class TooManyHopsError extends Error {
  override readonly name = 'TooManyHopsError';
}
