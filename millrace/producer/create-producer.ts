import { InvalidPayloadError } from '../definition/invalid-payload-error.ts';
import type { JobDefinition, PayloadInput } from '../definition/job-definition.ts';
import { createSender, type SenderOptions } from './create-sender.ts';
import { PayloadTooLargeError } from './enqueue-errors.ts';
import type { EnqueueOptions } from './enqueue-options.ts';
import type { PreparedMessage } from './prepare-message.ts';

/** What became of one payload of `enqueueAll`, at its place. */
export type Enqueued =
  | { readonly ok: true; readonly jobId: string }
  | { readonly ok: false; readonly jobId: string | undefined; readonly error: Error };

export interface Producer {
  /**
   * Validates, guards and sends one job. The same key within the record's lifetime is the same job: it runs once.
   * A job with `priorities` goes to the least urgent one unless told. One with `orderedBy` runs after those of its group
   * that were sent before: await each. Sent again with the same payload within five minutes, SQS takes it and delivers
   * it once; the answer names the same job either way, and never claims a second one.
   * @throws InvalidPayloadError, PayloadTooLargeError, InvalidEnqueueOptionError, TooManyHopsError, QueueNotFoundError, EnqueueError
   */
  enqueue<Job extends JobDefinition>(
    job: Job,
    payload: PayloadInput<Job>,
    options?: EnqueueOptions,
  ): Promise<{ readonly jobId: string }>;
  /**
   * Sends many, in as few requests as fit, and tells of each in its order; a refused payload keeps no other from being sent.
   * With `orderedBy`, one that SQS did not take keeps those behind it in its group from being sent.
   * @throws InvalidEnqueueOptionError, TooManyHopsError, QueueNotFoundError, before anything is sent.
   */
  enqueueAll<Job extends JobDefinition>(
    job: Job,
    payloads: readonly PayloadInput<Job>[],
    options?: EnqueueOptions,
  ): Promise<readonly Enqueued[]>;
}

export type ProducerOptions = SenderOptions;

/** Finds queues by their names, once, and sends jobs to them. Nothing is asked for before the first job. */
export function createProducer(options: ProducerOptions = {}): Producer {
  const sender = createSender(options);
  return {
    async enqueue(job, payload, chosen = {}) {
      const prepared = sender.prepare(job, payload, chosen);
      const [error] = await sender.send(job, [prepared]);
      if (error) throw error;
      return { jobId: prepared.jobId };
    },
    async enqueueAll(job, payloads, chosen = {}) {
      const prepared = payloads.map((payload) => orRefusal(() => sender.prepare(job, payload, chosen)));
      const errors = await sender.send(job, prepared);
      return prepared.map((one, index) => reported(one, errors[index]));
    },
  };
}

/** A refused payload is one entry's own affair; any other error is the call's. */
function orRefusal(prepare: () => PreparedMessage): PreparedMessage | InvalidPayloadError | PayloadTooLargeError {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof InvalidPayloadError || error instanceof PayloadTooLargeError) return error;
    throw error;
  }
}

function reported(one: PreparedMessage | Error, error: Error | undefined): Enqueued {
  if (one instanceof Error) return { ok: false, jobId: undefined, error: one };
  return error === undefined ? { ok: true, jobId: one.jobId } : { ok: false, jobId: one.jobId, error };
}
