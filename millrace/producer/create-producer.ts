import { SQSClient } from '@aws-sdk/client-sqs';
import { InvalidPayloadError } from '../definition/invalid-payload-error.ts';
import type { JobDefinition, PayloadInput } from '../definition/job-definition.ts';
import { queueName } from '../definition/job-stem.ts';
import { type Clock, systemClock } from '../message/clock.ts';
import type { Queues } from '../message/queue.ts';
import { createSqsQueues } from '../message/sqs-queues.ts';
import { createTurns } from './create-turns.ts';
import type { EnqueueOptions } from './enqueue-options.ts';
import { readProducerEnvironment } from './environment.ts';
import { type PreparedMessage, prepareMessage } from './prepare-message.ts';
import { rememberUrls } from './remember-urls.ts';
import { sendAll } from './send-all.ts';

/** What became of one payload of `enqueueAll`, at its place. */
export type Enqueued =
  | { readonly ok: true; readonly jobId: string }
  | { readonly ok: false; readonly jobId: string | undefined; readonly error: Error };

export interface Producer {
  /**
   * Validates, guards and sends one job. The same key within the record's lifetime is the same job: it runs once.
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

/** Finds queues by their names, once, and sends jobs to them. Nothing is asked for before the first job. */
export function createProducer(options: ProducerOptions = {}): Producer {
  let connected: Connection | undefined;
  const connection = () => {
    connected ??= connect(options);
    return connected;
  };
  return {
    async enqueue(job, payload, chosen = {}) {
      const { prepare, send } = connection();
      const prepared = prepare(job, payload, chosen);
      const [error] = await send(job, [prepared]);
      if (error) throw error;
      return { jobId: prepared.jobId };
    },
    async enqueueAll(job, payloads, chosen = {}) {
      const { prepare, send } = connection();
      const prepared = payloads.map((payload) => orRefusal(() => prepare(job, payload, chosen)));
      const sendable = prepared.filter((one): one is PreparedMessage => !(one instanceof Error));
      const errors = sendable.length === 0 ? [] : await send(job, sendable);
      const errorOf = new Map(sendable.map((one, index) => [one, errors[index]]));
      return prepared.map((one) => (one instanceof Error ? refused(one) : reported(one, errorOf.get(one))));
    },
  };
}

/** Over all calls: a loop of a thousand `enqueue`s must not run the process out of sockets. */
const REQUESTS_AT_ONCE = 10;

type Connection = ReturnType<typeof connect>;

function connect(options: ProducerOptions) {
  const { clock = systemClock } = options;
  const environment = readProducerEnvironment();
  const app = named('app', options.app ?? environment.app);
  const stage = named('stage', options.stage ?? environment.stage);
  const sqs = options.queues ?? createSqsQueues(new SQSClient({ useQueueUrlAsEndpoint: false }));
  const inTurn = createTurns(REQUESTS_AT_ONCE);
  const queues: Queues = { ...sqs, send: (queueUrl, messages) => inTurn(() => sqs.send(queueUrl, messages)) };
  const urlOf = rememberUrls(queues);
  return {
    prepare: <Job extends JobDefinition>(job: Job, payload: PayloadInput<Job>, chosen: EnqueueOptions) =>
      prepareMessage(job, payload, chosen, { source: `/millrace/${app}/${stage}`, nowMs: clock.now() }),
    send: async (job: JobDefinition, prepared: readonly PreparedMessage[]) =>
      sendAll(queues, await urlOf(queueName(app, stage, job.type)), prepared),
  };
}

function named(what: 'app' | 'stage', given: string | undefined): string {
  if (given) return given;
  throw new Error(`createProducer: no ${what}; give it, or run where MILLRACE_${what.toUpperCase()} is set`);
}

/** A refused payload is one entry's own affair; any other error is the call's. */
function orRefusal(prepare: () => PreparedMessage): PreparedMessage | InvalidPayloadError {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof InvalidPayloadError) return error;
    throw error;
  }
}

function refused(error: Error): Enqueued {
  return { ok: false, jobId: undefined, error };
}

function reported({ jobId }: PreparedMessage, error: Error | undefined): Enqueued {
  return error === undefined ? { ok: true, jobId } : { ok: false, jobId, error };
}
