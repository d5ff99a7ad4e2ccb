import type { ConfidentialOption, OptionsWith } from '../definition/confidential-option.ts';
import { InvalidPayloadError } from '../definition/invalid-payload-error.ts';
import type { ConfidentialInput, JobDefinition, PayloadInput } from '../definition/job-definition.ts';
import { createSender, type Sender, type SenderOptions } from './create-sender.ts';
import type { ProducerCounts } from './door.ts';
import { InvalidEnqueueOptionError, PayloadTooLargeError } from './enqueue-errors.ts';
import type { EnqueueOptions, PrepareOptions } from './enqueue-options.ts';
import type { PreparedMessage } from './prepare-message.ts';

/** What became of one payload of `enqueueAll`, at its place. */
export type Enqueued =
  | { readonly ok: true; readonly jobId: string }
  | { readonly ok: false; readonly jobId: string | undefined; readonly error: Error };

export interface Producer {
  readonly counts: ProducerCounts;
  /**
   * Validates, guards and sends one job. The same key within the record's lifetime is the same job: it runs once.
   * A job with `priorities` goes to the least urgent one unless told. One with `orderedBy` runs after those of its group
   * that were sent before: await each. Sent again with the same payload within five minutes, SQS takes it and delivers
   * it once; the answer names the same job either way, and never claims a second one.
   * A job with confidential data needs it in `confidential`: it is written beside the record, before the job is sent.
   * @throws QueueFullError where its queue holds `maxDepth` messages, with the seconds until there is room; besides
   * InvalidPayloadError, PayloadTooLargeError, InvalidEnqueueOptionError, TooManyHopsError, QueueNotFoundError,
   * EnqueueError; of a job with confidential data ConfidentialConflictError and JobOverError, too.
   */
  enqueue<Job extends JobDefinition>(
    job: Job,
    payload: PayloadInput<Job>,
    ...options: OptionsWith<EnqueueOptions, ConfidentialOption<Job>>
  ): Promise<{ readonly jobId: string }>;
  /**
   * Sends many, in as few requests as fit, and tells of each in its order; a refused payload keeps no other from being sent.
   * Where its queue has room for some only, the first of them are sent, and the others' error is `QueueFullError`.
   * With `orderedBy`, one that SQS did not take keeps those behind it in its group from being sent.
   * `confidential`, of a job that has it, holds one entry for each payload, at its place.
   * @throws InvalidEnqueueOptionError, TooManyHopsError, QueueNotFoundError, before anything is sent.
   */
  enqueueAll<Job extends JobDefinition>(
    job: Job,
    payloads: readonly PayloadInput<Job>[],
    ...options: OptionsWith<EnqueueOptions, ConfidentialOption<Job, readonly ConfidentialInput<Job>[]>>
  ): Promise<readonly Enqueued[]>;
}

export type ProducerOptions = SenderOptions;

/** Finds queues by their names, once, and sends jobs to them. Nothing is asked for before the first job. */
export function createProducer(options: ProducerOptions = {}): Producer {
  const sender = createSender(options);
  return {
    counts: sender.counts,
    async enqueue(job, payload, ...[chosen = {}]) {
      const prepared = sender.prepare(job, payload, chosen);
      const [error] = await admitAndSend(sender, job, [prepared]);
      if (error) throw error;
      return { jobId: prepared.jobId };
    },
    async enqueueAll(job, payloads, ...[chosen = {}]) {
      const { confidential: given, ...options }: PrepareOptions = chosen;
      const confidential = oneEach(given, payloads.length);
      const prepared = payloads.map((payload, index) =>
        orRefusal(() => sender.prepare(job, payload, { ...options, confidential: confidential[index] })),
      );
      const errors = await admitAndSend(sender, job, prepared);
      return prepared.map((one, index) => reported(one, errors[index]));
    },
  };
}

function oneEach(given: unknown, payloads: number): readonly unknown[] {
  if (given === undefined) return [];
  if (Array.isArray(given) && given.length === payloads) return given;
  const wrong = Array.isArray(given) ? `${given.length} entries given` : 'no array given';
  throw new InvalidEnqueueOptionError(
    'confidential',
    wrong,
    `one entry for each of the ${payloads} payloads is allowed`,
  );
}

async function admitAndSend(sender: Sender, job: JobDefinition, prepared: readonly (PreparedMessage | Error)[]) {
  const { admitted, settled } = await sender.admit(job, prepared);
  try {
    const refusals = admitted.map((one) => (one instanceof Error ? one : undefined));
    const kept = await sender.keepConfidential(
      job,
      prepared.map((one, index) => refusals[index] ?? one),
    );
    return await sender.send(job, kept);
  } finally {
    settled();
  }
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
