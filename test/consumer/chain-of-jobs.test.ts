import type { Context } from 'aws-lambda';
import { defineJob } from 'millrace';
import { createProducer } from 'millrace/producer';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { createMemoryQueues } from '../../millrace/testing/memory-queue.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { createRecordingLogger } from './recording-logger.ts';

const linkForge = defineJob({
  type: 'link.forge',
  owner: 'smithy',
  payload: z.object({ linkId: z.int() }),
  idempotencyKey: 'linkId',
  maxAttempts: 1,
  replay: { rule: 'safe' },
});
const QUEUE = 'shop-prod-link-forge';
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** A job that enqueues the next of its kind whenever it runs. */
function createChain() {
  const clock = createVirtualClock();
  const queues = createMemoryQueues(clock);
  const records = createMemoryRecordTable();
  const producer = createProducer({ app: 'shop', stage: 'prod', queues, clock });
  const { logger, lines } = createRecordingLogger();
  const envelopes: Record<string, unknown>[] = [];
  const handler = createConsumer(
    linkForge,
    async ({ payload }) => {
      await producer.enqueue(linkForge, { linkId: Number(payload.linkId) + 1 });
    },
    { queues: [{ queueUrl: QUEUE, deadLetterQueueUrl: 'dead' }], codeVersion: 'v1' },
    { clock, queues, records, logger, random: () => 0.5, newId: () => crypto.randomUUID() },
  );
  const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 15_000 };
  /** Twenty at most: a chain that nothing breaks has no end. */
  const runAll = async () => {
    while (envelopes.length < 20) {
      const batch = queues.take(QUEUE, 10, 60);
      if (batch.length === 0) return;
      envelopes.push(...batch.map(({ body }) => JSON.parse(body)));
      const { batchItemFailures } = await handler(sqsEvent(batch), context as Context); // it reads these two alone
      expect(batchItemFailures).toEqual([]);
      await queues.delete(
        QUEUE,
        batch.map(({ receiptHandle }) => receiptHandle),
      );
    }
  };
  return { producer, queues, lines, envelopes, runAll };
}

describe('a chain of jobs that enqueue one another', () => {
  it('breaks after ten hops, counted from message to message, with an error that says so', async () => {
    const chain = createChain();
    await chain.producer.enqueue(linkForge, { linkId: 0 });
    await chain.runAll();
    expect(chain.envelopes.map(({ hops }) => hops)).toEqual([undefined, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(chain.lines.at(-1)).toMatchObject({
      ...{ outcome: 'dead', jobId: 'link.forge:10' },
      failure: { name: 'TooManyHopsError', message: expect.stringContaining('which looks like a loop') },
    });
    expect(chain.queues.messages('dead')).toHaveLength(1);
  });

  it('carries one trace from its first message to its last', async () => {
    const chain = createChain();
    await chain.producer.enqueue(linkForge, { linkId: 0 }, { traceparent: TRACE });
    await chain.runAll();
    expect(chain.envelopes).toHaveLength(11);
    expect(new Set(chain.envelopes.map(({ traceparent }) => traceparent))).toEqual(new Set([TRACE]));
  });
});
