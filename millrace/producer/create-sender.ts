import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { tableName } from '../definition/job-stem.ts';
import { type QueuePair, queuePairs } from '../definition/queue-pairs.ts';
import { awsHttp } from '../message/aws-http.ts';
import { type Clock, systemClock } from '../message/clock.ts';
import { createTurns } from '../message/create-turns.ts';
import type { DelayedJobs } from '../message/delayed-jobs.ts';
import { lazyDelays } from '../message/lazy-delays.ts';
import type { Queues } from '../message/queue.ts';
import { createSqsQueues } from '../message/sqs-queues.ts';
import type { ConfidentialTable } from '../record/confidential-table.ts';
import { createDynamoConfidentialTable } from '../record/dynamo-confidential-table.ts';
import { type AdmittedMessages, type Counting, createDoor, type ProducerCounts } from './door.ts';
import { isLong, type PrepareOptions } from './enqueue-options.ts';
import { readProducerEnvironment } from './environment.ts';
import { keepConfidential } from './keep-confidential.ts';
import { createNoPeers, type Peers } from './peers.ts';
import { type PreparedMessage, prepareMessage, type SendableJob } from './prepare-message.ts';
import { rememberAnswers } from './remember-answers.ts';
import { sendAll } from './send-all.ts';
import { sendDelayed } from './send-delayed.ts';
import { sendInOrder } from './send-in-order.ts';

/** A producer's parts, for whoever does something between them. */
export interface Sender {
  readonly counts: ProducerCounts;
  /** Where jobs wait that are delayed for longer than SQS does. */
  readonly delays: DelayedJobs;
  /**
   * What will be on the wire. Nothing is asked for.
   * @throws InvalidPayloadError, PayloadTooLargeError, InvalidEnqueueOptionError, TooManyHopsError
   */
  prepare(job: JobDefinition, payload: unknown, options?: PrepareOptions): PreparedMessage;
  /**
   * Refuses what its queue has no room for, with `QueueFullError`. All were prepared with one priority and one delay.
   * @throws QueueNotFoundError
   */
  admit(job: JobDefinition, prepared: readonly (SendableJob | Error)[]): Promise<AdmittedMessages>;
  /**
   * Writes the confidential data of each, before it is sent; nothing for a job that has none. What it was refused for,
   * or not known to be written, has its error in its place.
   */
  keepConfidential(
    job: JobDefinition,
    prepared: readonly (PreparedMessage | Error)[],
  ): Promise<readonly (PreparedMessage | Error)[]>;
  /**
   * Answers an error, or nothing, for each at its place; what could not be prepared is its own. All were prepared with
   * one priority and one delay.
   * @throws QueueNotFoundError
   */
  send(job: JobDefinition, prepared: readonly (SendableJob | Error)[]): Promise<readonly (Error | undefined)[]>;
}

export interface SenderOptions {
  /** Default: the function's environment. */
  readonly app?: string;
  readonly stage?: string;
  readonly queues?: Queues;
  /** Where the confidential data of jobs is written. Default: the stack's own table, by its name. */
  readonly records?: Pick<ConfidentialTable, 'writeConfidential'>;
  /** Where jobs wait that are delayed for longer than SQS does. Default: EventBridge Scheduler, from the first of them on. */
  readonly delays?: DelayedJobs;
  readonly clock?: Clock;
  /** The other processes that send to the same queues, where they can tell one another. Default: none. */
  readonly peers?: Peers;
  /** Told of each reading of a queue's depth that failed. */
  readonly onUnanswered?: ((queueName: string, error: unknown) => void) | undefined;
}

export function createSender(options: SenderOptions): Sender {
  const counts = { queueFull: 0, unanswered: 0 };
  let connected: ReturnType<typeof connect> | undefined;
  const connection = () => {
    connected ??= connect(options, counts);
    return connected;
  };
  // With nothing to send, nothing is asked for.
  return {
    counts,
    delays: lazyDelays(async () => connection().delays),
    prepare: (job, payload, chosen) => connection().prepare(job, payload, chosen),
    admit: async (job, prepared) => (prepared.every(isError) ? letIn(prepared) : connection().admit(job, prepared)),
    keepConfidential: (job, prepared) => connection().keepConfidential(job, prepared),
    send: async (job, prepared) => (prepared.every(isError) ? prepared : connection().send(job, prepared)),
  };
}

/** A request of 1 MiB over a line of 1 Mbit/s and more. */
const UPLOAD_TIMEOUT_MS = 10_000;

/** Over all calls: a loop of a thousand `enqueue`s must not run the process out of sockets. */
const REQUESTS_AT_ONCE = 10;

function connect(options: SenderOptions, counts: Counting<ProducerCounts>): Omit<Sender, 'counts'> {
  const { clock = systemClock, peers = createNoPeers(), onUnanswered } = options;
  const environment = readProducerEnvironment();
  const app = named('app', options.app ?? environment.app);
  const stage = named('stage', options.stage ?? environment.stage);
  const sqs =
    options.queues ??
    createSqsQueues(
      new SQSClient({ useQueueUrlAsEndpoint: false, requestHandler: awsHttp({ requestTimeoutMs: UPLOAD_TIMEOUT_MS }) }),
    );
  const inTurn = createTurns(REQUESTS_AT_ONCE);
  const queues: Queues = { ...sqs, send: (queueUrl, messages) => inTurn(() => sqs.send(queueUrl, messages)) };
  const delays =
    options.delays ??
    lazyDelays(async () => (await import('../message/scheduler-delays.ts')).connectSchedulerDelays({ app, stage }));
  const urlOf = rememberAnswers(queues.url);
  const arnOf = rememberAnswers(queues.arn);
  const nameFor = (job: JobDefinition, prepared: readonly (SendableJob | Error)[]) =>
    queueOf(queuePairs(app, stage, job), firstOf(prepared)?.priority).source;
  let table = options.records;
  const records = () => {
    table ??= createDynamoConfidentialTable(new DynamoDBClient({ requestHandler: awsHttp() }), tableName(app, stage));
    return table;
  };
  const throughDoor = createDoor({ queues, urlOf, clock, counts, peers, onUnanswered });
  return {
    delays,
    prepare: (job, payload, chosen = {}) =>
      prepareMessage(job, payload, chosen, { source: `/millrace/${app}/${stage}`, nowMs: clock.now() }),
    // How full its queue will be when it is due, nobody knows.
    admit: async (job, prepared) =>
      isDelayed(prepared) ? letIn(prepared) : throughDoor(nameFor(job, prepared), job.timing, prepared),
    keepConfidential: (job, prepared) => keepConfidential(job, prepared, { clock, records, inTurn }),
    send: async (job, prepared) => {
      const queueUrl = await urlOf(nameFor(job, prepared));
      if (isDelayed(prepared)) {
        return sendDelayed({ delays, inTurn, queueArn: await arnOf(queueUrl), nowMs: clock.now() }, prepared);
      }
      return (job.orderedBy === undefined ? sendAll : sendInOrder)(queues, queueUrl, prepared);
    },
  };
}

function letIn(prepared: readonly (SendableJob | Error)[]): AdmittedMessages {
  return { admitted: prepared, settled: () => undefined };
}

function isDelayed(prepared: readonly (SendableJob | Error)[]): boolean {
  return isLong(firstOf(prepared)?.message.delaySeconds);
}

function firstOf(prepared: readonly (SendableJob | Error)[]): SendableJob | undefined {
  return prepared.find((one): one is SendableJob => !isError(one));
}

function isError(one: SendableJob | Error): one is Error {
  return one instanceof Error;
}

function queueOf(pairs: readonly QueuePair[], priority: string | undefined): QueuePair {
  const found = pairs.find((pair) => pair.priority === priority);
  if (found) return found;
  throw new Error(`no queue of priority ${priority}: the queues are ${pairs.map(({ source }) => source).join(', ')}`);
}

function named(what: 'app' | 'stage', given: string | undefined): string {
  if (given) return given;
  throw new Error(`createProducer: no ${what}; give it, or run where MILLRACE_${what.toUpperCase()} is set`);
}
