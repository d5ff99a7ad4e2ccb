import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { tableName } from '../definition/job-stem.ts';
import { type QueuePair, queuePairs } from '../definition/queue-pairs.ts';
import { awsHttp } from '../message/aws-http.ts';
import { type Clock, systemClock } from '../message/clock.ts';
import { createTurns } from '../message/create-turns.ts';
import type { Queues } from '../message/queue.ts';
import { createSqsQueues } from '../message/sqs-queues.ts';
import type { ConfidentialTable } from '../record/confidential-table.ts';
import { createDynamoConfidentialTable } from '../record/dynamo-confidential-table.ts';
import { type AdmittedMessages, type Counting, createDoor, type ProducerCounts } from './door.ts';
import type { PrepareOptions } from './enqueue-options.ts';
import { readProducerEnvironment } from './environment.ts';
import { keepConfidential } from './keep-confidential.ts';
import { createNoPeers, type Peers } from './peers.ts';
import { type PreparedMessage, prepareMessage, type SendableJob } from './prepare-message.ts';
import { rememberUrls } from './remember-urls.ts';
import { sendAll } from './send-all.ts';
import { sendInOrder } from './send-in-order.ts';

/** A producer's parts, for whoever does something between them. */
export interface Sender {
  readonly counts: ProducerCounts;
  /**
   * What will be on the wire. Nothing is asked for.
   * @throws InvalidPayloadError, PayloadTooLargeError, InvalidEnqueueOptionError, TooManyHopsError
   */
  prepare(job: JobDefinition, payload: unknown, options?: PrepareOptions): PreparedMessage;
  /**
   * Refuses what its queue has no room for, with `QueueFullError`. All were prepared with one priority.
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
   * one priority.
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
    prepare: (job, payload, chosen) => connection().prepare(job, payload, chosen),
    admit: async (job, prepared) =>
      prepared.every(isError) ? { admitted: prepared, settled: () => undefined } : connection().admit(job, prepared),
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
  const urlOf = rememberUrls(queues);
  const nameFor = (job: JobDefinition, prepared: readonly (SendableJob | Error)[]) =>
    queueOf(queuePairs(app, stage, job), priorityOf(prepared)).source;
  let table = options.records;
  const records = () => {
    table ??= createDynamoConfidentialTable(new DynamoDBClient({ requestHandler: awsHttp() }), tableName(app, stage));
    return table;
  };
  const throughDoor = createDoor({ queues, urlOf, clock, counts, peers, onUnanswered });
  return {
    prepare: (job, payload, chosen = {}) =>
      prepareMessage(job, payload, chosen, { source: `/millrace/${app}/${stage}`, nowMs: clock.now() }),
    admit: async (job, prepared) => throughDoor(nameFor(job, prepared), job.timing, prepared),
    keepConfidential: (job, prepared) => keepConfidential(job, prepared, { clock, records, inTurn }),
    send: async (job, prepared) => {
      const queueUrl = await urlOf(nameFor(job, prepared));
      return (job.orderedBy === undefined ? sendAll : sendInOrder)(queues, queueUrl, prepared);
    },
  };
}

function isError(one: SendableJob | Error): one is Error {
  return one instanceof Error;
}

function priorityOf(prepared: readonly (SendableJob | Error)[]): string | undefined {
  return prepared.find((one): one is SendableJob => !isError(one))?.priority;
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
