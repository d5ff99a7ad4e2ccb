import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Clock } from '../../../message/clock.ts';
import type { Input } from './dynalite.ts';
import { createDynamoDbDispatch } from './dynamodb-dispatch.ts';
import { isRefusal, protocolRefusal } from './refusal.ts';
import { returnOldItemOnFailedCondition } from './return-old-item.ts';

export interface DynamoDbResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The embedded DynamoDB behind any transport: in memory, AWS's JSON protocol, errors in AWS's shapes. */
export interface DynamoDbBackend {
  /** Answers one request; `target` is its `x-amz-target`. Never rejects. */
  handle(target: string, body: string, headers: Record<string, string>): Promise<DynamoDbResponse>;
  /** Deletes the items whose time to live is past; answers how many. */
  sweepTtl(): Promise<number>;
  /** Forgets every table. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export interface DynamoDbBackendOptions {
  readonly clock: Clock;
  /** Absent, items expire by `sweepTtl()` only. */
  readonly ownSweeps?: OwnSweeps | undefined;
}

/** Sweeps by itself. */
export interface OwnSweeps {
  readonly everySeconds: number;
  /** Told of a sweep that failed; the next one comes all the same. */
  reportFailure(error: unknown): void;
}

const TARGET = /^DynamoDB_20120810\.(\w+)$/;

export async function createDynamoDbBackend(options: DynamoDbBackendOptions): Promise<DynamoDbBackend> {
  const { clock, ownSweeps } = options;
  returnOldItemOnFailedCondition();
  let dispatch = createDynamoDbDispatch(clock);
  const sweeps = ownSweeps && repeat(clock, ownSweeps, () => dispatch.sweepTtl());
  return {
    handle: async (target, body, headers) => {
      const contentType = headers['content-type'] ?? 'application/x-amz-json-1.0';
      try {
        const input = parse(body);
        return response(200, contentType, await dispatch.run(operationNameIn(target), input));
      } catch (error) {
        if (isRefusal(error)) return response(error.statusCode, contentType, error.body);
        const message = error instanceof Error ? error.message : String(error);
        return response(500, contentType, {
          __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
          message,
        });
      }
    },
    sweepTtl: () => dispatch.sweepTtl(),
    reset: async () => {
      const forgotten = dispatch;
      dispatch = createDynamoDbDispatch(clock);
      await forgotten.close();
    },
    stop: async () => {
      await sweeps?.stop();
      await dispatch.close();
    },
  };
}

function operationNameIn(target: string): string {
  const name = TARGET.exec(target)?.[1];
  if (!name) throw protocolRefusal('UnknownOperationException', `No DynamoDB operation in x-amz-target '${target}'`);
  return name;
}

function parse(body: string): Input {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch (error) {
    throw protocolRefusal('SerializationException', error instanceof Error ? error.message : String(error));
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw protocolRefusal('SerializationException', 'The body must be a JSON object');
  }
  return input as Input;
}

function response(status: number, contentType: string, output: unknown): DynamoDbResponse {
  const body = JSON.stringify(output);
  const headers = {
    'content-type': contentType,
    'x-amzn-requestid': randomUUID(),
    'x-amz-crc32': String(crc32(body)),
  };
  return { status, headers, body };
}

/** Runs `work` again and again, the next run counted from the end of the last. */
function repeat(clock: Clock, { everySeconds, reportFailure }: OwnSweeps, work: () => Promise<unknown>) {
  const everyMs = everySeconds * 1000;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let cancel = clock.after(everyMs, run);
  function run() {
    running = work()
      .catch(reportFailure)
      .then(() => {
        if (!stopped) cancel = clock.after(everyMs, run);
      });
  }
  return {
    stop: async () => {
      stopped = true;
      cancel();
      await running;
    },
  };
}
