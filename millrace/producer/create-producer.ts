import { SQSClient } from '@aws-sdk/client-sqs';
import { InvalidPayloadError } from '../definition/invalid-payload-error.ts';
import type { JobDefinition, PayloadInput } from '../definition/job-definition.ts';
import { queueName } from '../definition/job-stem.ts';
import { MAX_BODY_BYTES } from '../definition/wire-limits.ts';
import { type WirePayload, wirePayload } from '../definition/wire-payload.ts';
import { type Clock, systemClock } from '../message/clock.ts';
import { currentJob } from '../message/current-job.ts';
import { bodyBytes, writeEnvelope } from '../message/envelope.ts';
import type { Queues } from '../message/queue.ts';
import { createSqsQueues } from '../message/sqs-queues.ts';
import { TooManyHopsError } from './enqueue-errors.ts';
import { checkedDelay, checkedExpiry, type EnqueueOptions } from './enqueue-options.ts';
import { readProducerEnvironment } from './environment.ts';
import { type PreparedMessage, sendAll } from './send-all.ts';

/** What became of one payload of `enqueueAll`, at its place. */
export type Enqueued =
  | { readonly ok: true; readonly jobId: string }
  | { readonly ok: false; readonly jobId: string | undefined; readonly error: Error };

export interface Producer {
  /**
   * Validates, guards and sends one job.
   * @throws InvalidPayloadError, InvalidEnqueueOptionError, TooManyHopsError, QueueNotFoundError, EnqueueError
   */
  enqueue<Job extends JobDefinition>(
    job: Job,
    payload: PayloadInput<Job>,
    options?: EnqueueOptions,
  ): Promise<{ readonly jobId: string }>;
  /** Sends many, in as few requests as fit, and tells of each; a refused payload keeps no other from being sent. */
  enqueueAll<Job extends JobDefinition>(
    job: Job,
    payloads: readonly PayloadInput<Job>[],
    options?: EnqueueOptions,
  ): Promise<readonly Enqueued[]>;
}

export interface ProducerOptions {
  /** Default: the function's environment. */
  readonly app?: string;
  readonly stage?: string;
  readonly queues?: Queues;
  readonly clock?: Clock;
}

/** Jobs that enqueue one another stop here, before Lambda's own loop detection drops them without a word. */
const MOST_HOPS = 10;

/** Finds queues by their names, once, and sends jobs to them. */
export function createProducer(options: ProducerOptions = {}): Producer {
  const { clock = systemClock } = options;
  const environment = readProducerEnvironment();
  const app = named('app', options.app ?? environment.app);
  const stage = named('stage', options.stage ?? environment.stage);
  const queues = options.queues ?? createSqsQueues(new SQSClient({ useQueueUrlAsEndpoint: false }));
  const queueUrl = rememberUrls(queues);
  const prepare = (job: JobDefinition, wire: WirePayload, chosen: EnqueueOptions): PreparedMessage => {
    const parent = currentJob();
    const nowMs = clock.now();
    const body = writeEnvelope({
      job,
      id: wire.id,
      data: wire.data,
      source: `/millrace/${app}/${stage}`,
      nowMs,
      expiresAt: checkedExpiry(chosen.expiresAt, job.expiresAfterSeconds, nowMs),
      traceparent: chosen.traceparent ?? parent?.traceparent,
      hops: nextHop(job, parent),
    });
    return {
      jobId: wire.id,
      message: { body: checkedSize(job, body), delaySeconds: checkedDelay(chosen.delaySeconds) },
    };
  };
  return {
    async enqueue(job, payload, chosen = {}) {
      const prepared = prepare(job, wirePayload(job, payload), chosen);
      const [error] = await sendAll(queues, await queueUrl(queueName(app, stage, job.type)), [prepared]);
      if (error) throw error;
      return { jobId: prepared.jobId };
    },
    async enqueueAll(job, payloads, chosen = {}) {
      const prepared = payloads.map((payload) => attempt(() => prepare(job, wirePayload(job, payload), chosen)));
      const sendable = prepared.filter((one): one is PreparedMessage => !(one instanceof Error));
      if (sendable.length === 0) return prepared.map((one) => refused(one));
      const errors = await sendAll(queues, await queueUrl(queueName(app, stage, job.type)), sendable);
      const errorOf = new Map(sendable.map((one, index) => [one, errors[index]]));
      return prepared.map((one) => (one instanceof Error ? refused(one) : reported(one, errorOf.get(one))));
    },
  };
}

function attempt(prepare: () => PreparedMessage): PreparedMessage | Error {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof InvalidPayloadError) return error;
    throw error;
  }
}

function refused(one: PreparedMessage | Error): Enqueued {
  return one instanceof Error ? { ok: false, jobId: undefined, error: one } : { ok: true, jobId: one.jobId };
}

function reported(one: PreparedMessage, error: Error | undefined): Enqueued {
  return error === undefined ? { ok: true, jobId: one.jobId } : { ok: false, jobId: one.jobId, error };
}

function named(what: string, given: string | undefined): string {
  if (given) return given;
  throw new Error(`createProducer: no ${what}; give it, or run where MILLRACE_${what.toUpperCase()} is set`);
}

function nextHop(job: JobDefinition, parent: ReturnType<typeof currentJob>): number {
  if (parent === undefined) return 0;
  if (parent.hops < MOST_HOPS) return parent.hops + 1;
  throw new TooManyHopsError(
    `${job.type} not sent by ${parent.id}: ${MOST_HOPS} jobs enqueued one another already, which looks like a loop`,
  );
}

function checkedSize(job: JobDefinition, body: string): string {
  const bytes = bodyBytes(body);
  if (bytes <= MAX_BODY_BYTES) return body;
  throw new InvalidPayloadError(job.type, [
    { path: '(payload)', message: `the message has ${bytes} bytes; ${MAX_BODY_BYTES} are allowed: send a reference` },
  ]);
}

/** A queue's URL does not change; a look-up that failed is tried again. */
function rememberUrls(queues: Queues): (name: string) => Promise<string> {
  const urls = new Map<string, Promise<string>>();
  return (name) => {
    const known = urls.get(name);
    if (known) return known;
    const url = queues.url(name);
    urls.set(name, url);
    url.catch(() => urls.delete(name));
    return url;
  };
}
