import type { Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import { readEnvironment } from '../../millrace/consumer/environment.ts';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import type { Queues } from '../../millrace/message/queue.ts';
import { createMemoryQueues } from '../../millrace/testing/memory-queue.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { fakeJob } from './fake-job.ts';
import { createRecordingLogger } from './recording-logger.ts';

afterEach(() => vi.unstubAllEnvs());

const HOST = 'https://sqs.eu-west-1.amazonaws.com/111122223333';
const ARN = 'arn:aws:sqs:eu-west-1:111122223333';
const HIGH = { queueUrl: `${HOST}/shop-prod-parcel-high`, deadLetterQueueUrl: `${HOST}/shop-prod-parcel-high-dead` };
const LOW = { queueUrl: `${HOST}/shop-prod-parcel-low`, deadLetterQueueUrl: `${HOST}/shop-prod-parcel-low-dead` };

/** A message that is no job, in a batch of the queue of this name. */
function createTrial(queues = [HIGH, LOW]) {
  const clock = createVirtualClock();
  const memory = createMemoryQueues(clock);
  const leased: string[] = [];
  const hide: Queues['hide'] = (url, hides) => {
    leased.push(url);
    return memory.hide(url, hides);
  };
  const handler = createConsumer(
    fakeJob,
    () => undefined,
    { queues, codeVersion: 'v1' },
    {
      clock,
      queues: { ...memory, hide },
      records: createMemoryRecordTable(),
      ...{ logger: createRecordingLogger().logger, random: () => 0.5, newId: () => 'id-1' },
    },
  );
  const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 25_000 };
  return {
    leased,
    parkedIn: (url: string) => memory.messages(url).length,
    deliver: async (queueName: string) => {
      await memory.send('any', [{ body: 'no job' }]);
      const { Records } = sqsEvent(memory.take('any', 10, 90));
      const eventSourceARN = `${ARN}:${queueName}`;
      // The consumer reads these two of the context alone.
      return handler({ Records: Records.map((record) => ({ ...record, eventSourceARN })) }, context as Context);
    },
  };
}

describe('a consumer of several queues', () => {
  it('hides and parks the messages of a batch where the batch came from', async () => {
    const trial = createTrial();
    await trial.deliver('shop-prod-parcel-low');
    expect(trial.leased).toEqual([LOW.queueUrl]);
    expect([trial.parkedIn(HIGH.deadLetterQueueUrl), trial.parkedIn(LOW.deadLetterQueueUrl)]).toEqual([0, 1]);
    await trial.deliver('shop-prod-parcel-high');
    expect(trial.leased).toEqual([LOW.queueUrl, HIGH.queueUrl]);
    expect([trial.parkedIn(HIGH.deadLetterQueueUrl), trial.parkedIn(LOW.deadLetterQueueUrl)]).toEqual([1, 1]);
  });

  it.each(['shop-prod-parcel', 'shop-prod-parcel-low-dead', 'parcel-low'])(
    'refuses a batch of %s, of which it was not told, as a whole',
    async (queueName) => {
      await expect(createTrial().deliver(queueName)).rejects.toThrow(
        `a batch of ${ARN}:${queueName} came to the consumer of shop-prod-parcel-high, shop-prod-parcel-low: deploy its stack again`,
      );
    },
  );
});

describe('a consumer of one queue', () => {
  it('takes it unseen', async () => {
    const trial = createTrial([HIGH]);
    await trial.deliver('renamed');
    expect([trial.leased, trial.parkedIn(HIGH.deadLetterQueueUrl)]).toEqual([[HIGH.queueUrl], 1]);
  });
});

describe("a consumer's environment", () => {
  it('tells its queues, each with that of its dead, in the same order', () => {
    vi.stubEnv('MILLRACE_JOB_TYPE', 'parcel.ship');
    vi.stubEnv('MILLRACE_TABLE_NAME', 'records');
    vi.stubEnv('MILLRACE_QUEUE_URLS', `${HIGH.queueUrl} ${LOW.queueUrl}`);
    vi.stubEnv('MILLRACE_DEAD_LETTER_QUEUE_URLS', `${HIGH.deadLetterQueueUrl} ${LOW.deadLetterQueueUrl}`);
    expect(readEnvironment().queues).toEqual([HIGH, LOW]);
  });
});
