import type { VirtualClock } from '../../message/clock.ts';
import { createShiftedClock } from '../shifted-clock.ts';
import { localAccount } from '../template/local-account.ts';
import { answerSqs } from './answer-sqs.ts';
import { answerControl, CONTROL_PREFIX } from './control-routes.ts';
import type { DynamoDbBackend, DynamoDbBackendOptions } from './dynamodb/dynamodb-backend.ts';
import { engineEnvironment } from './engine-environment.ts';
import { type HttpAnswer, jsonAnswer } from './http-answer.ts';
import { type EngineRequest, startHttpServer } from './http-server.ts';
import { createRequestCounter, type RequestCounter } from './request-counter.ts';
import { createSqs, type Sqs } from './sqs/create-sqs.ts';
import type { SqsFaults } from './sqs/sqs-faults.ts';

export interface EngineOptions {
  /** 0 takes any free one. */
  readonly port?: number;
  /** Real time that can be moved on, unless given. */
  readonly clock?: VirtualClock;
  readonly faults?: SqsFaults;
}

/** SQS and DynamoDB in memory, on one loopback address. */
export interface Engine {
  readonly endpoint: string;
  readonly port: number;
  readonly region: string;
  /** Points an AWS SDK or the AWS CLI at this engine. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: VirtualClock;
  /** The queues, to look into without a request. */
  readonly sqs: Sqs;
  /** The requests that came by HTTP. */
  readonly requests: RequestCounter;
  /** Moves the clock on; what falls due on the way happens. */
  advance(seconds: number): void;
  /** Deletes the items whose time to live is over; says how many. */
  sweepTtl(): Promise<number>;
  /** Forgets all queues, tables and counts. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const SQS_TARGET = 'AmazonSQS.';
const DYNAMODB_TARGET = /^(DynamoDB_20120810\.|DynamoDBStreams_)/;

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const { port = 0, clock = createShiftedClock(), faults = {} } = options;
  // Under a test's own clock nothing happens by itself.
  const ownSweeps = options.clock === undefined ? { everySeconds: 1, reportFailure: reportFailedSweep } : undefined;
  let endpoint = '';
  const sqs = createSqs({ clock, endpoint: () => endpoint, faults });
  const requests = createRequestCounter();
  let dynamoDb: Promise<DynamoDbBackend> | undefined;
  const controls = {
    clock,
    requests,
    advance: (seconds: number) => clock.advance(seconds),
    sweepTtl: async () => (await dynamoDb)?.sweepTtl() ?? 0,
    reset: async () => {
      sqs.reset();
      requests.reset();
      await (await dynamoDb)?.reset();
    },
  };
  const server = await startHttpServer(port, async (request) => {
    if (request.path.startsWith(CONTROL_PREFIX)) return answerControl(request, controls);
    const target = request.headers['x-amz-target'] ?? '';
    if (target.startsWith(SQS_TARGET)) {
      requests.count(target);
      return answerSqs(sqs, target.slice(SQS_TARGET.length), request.body, request.signal);
    }
    if (!DYNAMODB_TARGET.test(target)) return unknownTarget(request);
    requests.count(target);
    dynamoDb ??= loadDynamoDb({ clock, ownSweeps });
    return (await dynamoDb).handle(target, request.body, request.headers);
  });
  endpoint = `http://127.0.0.1:${server.port}`;
  return {
    ...controls,
    endpoint,
    port: server.port,
    region: localAccount.region,
    environment: engineEnvironment(endpoint),
    sqs,
    stop: async () => {
      sqs.reset();
      await server.stop();
      await (await dynamoDb)?.stop();
    },
  };
}

/** At the first request that needs it: most tests of queues never do. */
async function loadDynamoDb(options: DynamoDbBackendOptions): Promise<DynamoDbBackend> {
  const { createDynamoDbBackend } = await import('./dynamodb/dynamodb-backend.ts');
  return createDynamoDbBackend(options);
}

function reportFailedSweep(error: unknown): void {
  console.error('DynamoDB: a sweep of expired items failed, the next one is tried all the same:', error);
}

function unknownTarget({ headers, method, path }: EngineRequest): HttpAnswer {
  const message = `Nothing answers ${method} ${path} with x-amz-target '${headers['x-amz-target'] ?? ''}': this engine speaks the AWS JSON protocol of SQS and DynamoDB.`;
  return jsonAnswer(400, { __type: 'com.amazon.coral.service#UnknownOperationException', message });
}
