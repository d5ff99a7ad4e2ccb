import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import { defineJob } from '../../millrace/definition/define-job.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import { createMemoryQueues } from '../../millrace/testing/memory-queue.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { createRecordingLogger } from './recording-logger.ts';
import { createTrialHost } from './trial-host.ts';

const failed = (...ids: string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

describe('the answer to Lambda', () => {
  it('is an empty list for an empty batch, without a request', async () => {
    const host = createTrialHost();
    expect((await host.invoke([])).answer).toEqual(failed());
    expect(host.faults.names).toEqual([]);
  });

  it('names the one that failed of three', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.send({ parcelId: 'p-2', outcome: 'throw' });
    await host.send({ parcelId: 'p-3' });
    expect((await host.invoke()).answer).toEqual(failed('message-2'));
  });

  it('names all when all failed: an empty list would delete them', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'throw' });
    await host.send({ parcelId: 'p-2', outcome: 'throw' });
    expect((await host.invoke()).answer).toEqual(failed('message-1', 'message-2'));
  });

  it('tells nothing of the batch before, in a warm environment', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'throw' });
    await host.send({ parcelId: 'p-2' });
    await host.invoke();
    await host.send({ parcelId: 'p-3' });
    expect((await host.invoke()).answer).toEqual(failed());
  });

  it('names a message once that is in the batch twice, and its job runs once', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    const [one] = host.receive();
    if (!one) throw new Error('it was received');
    const begun = await host.invoke([one, { ...one, receiptHandle: 'another' }]);
    expect(begun.answer).toEqual(failed('message-1'));
    expect(host.outcomes).toEqual(['in-progress', 'completed']);
    expect(host.runs).toHaveLength(1);
    await host.workOff();
    expect(host.outcomes).toEqual(['in-progress', 'completed', 'duplicate']);
    expect(host.deadLetters).toEqual([]);
  });

  it('names what went wrong in a way nobody foresaw, and that alone', async () => {
    const host = createTrialHost({ random: throwOnce() });
    await host.send({ parcelId: 'p-1', outcome: 'throw' });
    await host.send({ parcelId: 'p-2' });
    expect((await host.invoke()).answer).toEqual(failed('message-1'));
    expect(host.outcomes.toSorted()).toEqual(['completed', 'unanswered']);
  });

  it('waits for every handler, and what they do happens before it', async () => {
    const shipped: string[] = [];
    const job = defineJob({
      ...{ type: 'parcel.ship', owner: 'logistics', idempotencyKey: 'parcelId', replay: { rule: 'safe' } },
      payload: z.object({ parcelId: z.string() }),
    });
    const queues = createMemoryQueues(systemClock);
    const handler = createConsumer(
      job,
      async ({ payload }) => {
        await new Promise((resolve) => setImmediate(resolve));
        if (payload.parcelId === 'p-1') throw new Error('fails first');
        for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
        shipped.push(String(payload.parcelId));
      },
      { queues: [{ queueUrl: 'source', deadLetterQueueUrl: 'dead' }], codeVersion: 'v1' },
      {
        ...{ clock: systemClock, queues, records: createMemoryRecordTable() },
        ...{ logger: createRecordingLogger().logger, random: () => 0.5, newId: () => crypto.randomUUID() },
      },
    );
    for (const parcelId of ['p-1', 'p-2']) {
      const body = JSON.stringify({
        ...{ specversion: '1.0', id: 'x', source: '/test', type: 'parcel.ship', time: '2026-01-01T00:00:00Z' },
        ...{ dataschema: 'urn:millrace:job:parcel.ship:1', data: { parcelId } },
      });
      await queues.send('source', [{ body }]);
    }
    const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 20_000 };
    expect(await handler(sqsEvent(queues.take('source', 10, 60)), context as Context)).toEqual(failed('message-1'));
    expect(shipped).toEqual(['p-2']);
  });
});

function throwOnce(): () => number {
  let thrown = false;
  return () => {
    if (thrown) return 0.5;
    thrown = true;
    throw new Error('the dice fell off the table');
  };
}

describe('the lease', () => {
  it('sets the visibility of the whole batch in one request, to the time that is left and 30 s', async () => {
    const host = createTrialHost();
    for (let at = 0; at < 10; at += 1) await host.send({ parcelId: `p-${at}`, outcome: 'never-return' });
    await host.invoke(host.receive(), 20.4);
    const [lease, ...others] = host.faults.calls;
    expect(lease).toMatchObject({ name: 'hide' });
    expect(lease?.asked).toEqual(
      Array.from({ length: 10 }, (_, at) => ({ receiptHandle: `message-${at + 1}`, seconds: 51 })),
    );
    expect(others.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, () => 'claim'));
  });

  it('that fails does not stop the batch', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === 'hide' ? 'fail' : undefined));
    expect((await host.invoke()).answer).toEqual(failed());
    expect(host.outcomes).toEqual(['completed']);
    expect(host.lines[0]).toMatchObject({ level: 'warn', message: 'messages could not be hidden', messages: 1 });
  });

  it('that hangs, as on a connection from before a freeze, costs the batch a second and no more', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === 'hide' ? 'hang' : undefined));
    const begun = await host.invoke();
    await host.pass(0.75);
    expect([host.runs, host.lines]).toEqual([[], []]);
    await host.pass(0.25);
    expect(begun.answer).toEqual(failed());
    expect(host.outcomes).toEqual(['completed']);
    // Given up, not only left behind: a lease that comes late would undo a later hide.
    expect(host.lines[0]).toMatchObject({
      message: 'messages could not be hidden',
      error: expect.stringContaining('AbortError'),
    });
  });

  it('of which SQS refuses one does not stop the batch either', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === 'hide' ? 'refuse' : undefined));
    expect((await host.invoke()).answer).toEqual(failed());
    expect(host.lines[0]).toMatchObject({ message: 'a message could not be hidden', code: 'InternalError' });
  });

  it('shortens what the queue would hide for longer: a crashed host returns its jobs in about the function timeout', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'kill-host' });
    await host.invoke();
    expect(host.job.timing.visibilitySeconds).toBe(150);
    host.clock.advance(54);
    expect(host.receive()).toEqual([]);
    host.clock.advance(1);
    expect(host.receive()).toHaveLength(1);
  });
});

describe('hides of one tick', () => {
  it('share a request', async () => {
    const host = createTrialHost();
    for (let at = 0; at < 10; at += 1) await host.send({ parcelId: `p-${at}`, outcome: 'throw' });
    await host.invoke();
    const hides = host.faults.calls.filter(({ name }) => name === 'hide');
    expect(hides.map(({ asked }) => (asked as unknown[]).length)).toEqual([10, 10]);
  });
});
