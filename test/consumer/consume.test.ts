import type { Context, SQSEvent } from 'aws-lambda';
import { consume } from 'millrace/consumer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../millrace/consumer/environment.ts';
import { readEvent } from '../../millrace/consumer/read-event.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { fakeJob } from './fake-job.ts';

afterEach(() => vi.unstubAllEnvs());

const ENVIRONMENT = {
  MILLRACE_JOB_TYPE: 'parcel.ship',
  MILLRACE_TABLE_NAME: 'shop-prod-jobs',
  MILLRACE_QUEUE_URLS: 'https://sqs.example.org/source',
  MILLRACE_DEAD_LETTER_QUEUE_URLS: 'https://sqs.example.org/dead',
} as const;
const names = Object.keys(ENVIRONMENT) as (keyof typeof ENVIRONMENT)[];
const set = (except?: string) => {
  for (const name of names) vi.stubEnv(name, name === except ? '' : ENVIRONMENT[name]);
};

describe('a consumer made for Lambda', () => {
  it('tells which job it does, and asks its environment for nothing before its first batch', () => {
    set('MILLRACE_TABLE_NAME');
    const work = () => undefined;
    const handler = consume(fakeJob, work);
    expect(handler.job).toBe(fakeJob);
    expect(handler.work).toBe(work);
  });

  it('answers an empty batch without a request', async () => {
    set();
    vi.stubEnv('AWS_REGION', 'us-east-1');
    const context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> = {
      awsRequestId: 'r',
      getRemainingTimeInMillis: () => 25_000,
    };
    const handler = consume(fakeJob, () => undefined);
    expect(await handler({ Records: [] }, context as Context)).toEqual({ batchItemFailures: [] });
  });

  it('connects once: later batches of a warm environment use the same clients', async () => {
    set();
    vi.stubEnv('AWS_REGION', 'us-east-1');
    const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 25_000 };
    const handler = consume(fakeJob, () => undefined);
    await handler({ Records: [] }, context as Context); // an empty batch asks its context for no more
    set('MILLRACE_TABLE_NAME');
    expect(await handler({ Records: [] }, context as Context)).toEqual({ batchItemFailures: [] });
  });

  it('refuses to start in the function of another job, and names the file that runs the wrong one', () => {
    set();
    vi.stubEnv('MILLRACE_JOB_TYPE', 'tenant.sync');
    const handler = consume(fakeJob, () => undefined);
    const start = () => handler({ Records: [] }, {} as Context); // it comes to no context
    expect(start).toThrow('functions/consumers/tenant-sync.ts runs parcel.ship; it must name tenant.sync');
  });

  it.each(names)('says that %s is missing', (name) => {
    set(name);
    expect(() => readEnvironment()).toThrow(
      `the environment variable ${name} is not set; the stack sets it for each consumer`,
    );
  });

  it('knows its code by the version that its stack gave it', () => {
    set();
    expect(readEnvironment().codeVersion).toBe('unknown');
    vi.stubEnv('MILLRACE_CODE_VERSION', 'abc123');
    expect(readEnvironment().codeVersion).toBe('abc123');
  });
});

describe('a record of Lambda’s event', () => {
  const event: SQSEvent = {
    Records: [
      {
        messageId: 'm-1',
        receiptHandle: 'r-1',
        body: '{"a":"&quot;"}',
        attributes: {
          ApproximateReceiveCount: '3',
          SentTimestamp: '1767225600000',
          SenderId: 'AIDA',
          ApproximateFirstReceiveTimestamp: '1767225601000',
          MessageGroupId: 'tenant-1',
          AWSTraceHeader: 'Root=1-5759e988',
        },
        messageAttributes: {
          text: { dataType: 'String', stringValue: 'a' },
          price: { dataType: 'Number', stringValue: '12.50' },
          bytes: { dataType: 'Binary', binaryValue: 'AAEC' },
          custom: { dataType: 'Binary.png', binaryValue: 'AAEC' },
        },
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:source',
        awsRegion: 'us-east-1',
      },
    ],
  };

  it('is read whole: body unchanged, attributes with their types, counts and instants as numbers', () => {
    expect(readEvent(event)).toEqual([
      {
        ...{ messageId: 'm-1', receiptHandle: 'r-1', body: '{"a":"&quot;"}', receiveCount: 3 },
        ...{ sentAtMs: 1_767_225_600_000, firstReceivedAtMs: 1_767_225_601_000 },
        ...{ groupId: 'tenant-1', traceHeader: 'Root=1-5759e988' },
        attributes: {
          text: { dataType: 'String', stringValue: 'a' },
          price: { dataType: 'Number', stringValue: '12.50' },
          bytes: { dataType: 'Binary', binaryBase64: 'AAEC' },
          custom: { dataType: 'Binary.png', binaryBase64: 'AAEC' },
        },
      },
    ]);
  });

  it('is made again by the trial as Lambda makes it', () => {
    expect(readEvent(sqsEvent(readEvent(event)))).toEqual(readEvent(event));
  });
});
