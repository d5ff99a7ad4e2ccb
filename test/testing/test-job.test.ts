import { defineJob, PermanentError, RetryLaterError } from 'millrace';
import { consume, type StepTools } from 'millrace/consumer';
import { createProducer } from 'millrace/producer';
import { testJob } from 'millrace/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withinJob } from '../../millrace/message/current-job.ts';
import { createFakeQueues } from '../producer/fake-queues.ts';

const sumAdd = defineJob({
  type: 'sum.add',
  owner: 'mathematics',
  payload: z.object({ sumId: z.string().min(1), left: z.int(), right: z.int() }),
  result: z.object({ sum: z.int() }),
  idempotencyKey: 'sumId',
  replay: { rule: 'safe' },
});
const PAYLOAD = { sumId: 's-1', left: 1, right: 2 };

describe('a trial of a job', () => {
  it('delivers twice and runs once', async () => {
    let runs = 0;
    const trial = testJob(
      consume(sumAdd, ({ payload }) => {
        runs += 1;
        return { sum: payload.left + payload.right };
      }),
    );
    await trial.deliver(PAYLOAD, { times: 2 });
    expect(trial.outcomes).toEqual(['completed', 'duplicate']);
    expect(runs).toBe(1);
    expect(trial.records.get('sum.add:s-1')).toMatchObject({ status: 'COMPLETED', data: '{"sum":3}' });
  });

  it('retries when its clock is moved on, and not before', async () => {
    const trial = testJob(
      consume(sumAdd, ({ attempt }) => {
        if (attempt === 1) throw new RetryLaterError('busy', 60);
        return { sum: 3 };
      }),
    );
    await trial.deliver(PAYLOAD);
    await trial.advance(59);
    expect(trial.outcomes).toEqual(['failed']);
    await trial.advance(1);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
  });

  it('shows what stands in the dead-letter queue', async () => {
    const trial = testJob(
      consume(sumAdd, () => {
        throw new PermanentError('numbers do not add up');
      }),
    );
    await trial.deliver(PAYLOAD);
    expect(trial.outcomes).toEqual(['dead']);
    expect(trial.deadLetters).toMatchObject([{ attributes: { deathReason: { stringValue: 'permanent-error' } } }]);
    expect(trial.log.at(-1)).toMatchObject({ failure: { message: 'numbers do not add up' } });
  });

  it('keeps what the handler logs, with its job, and takes none of it for an outcome', async () => {
    const trial = testJob(
      consume(sumAdd, ({ logger }) => {
        logger.info('added', { outcome: 'three' });
        return { sum: 3 };
      }),
    );
    await trial.deliver(PAYLOAD);
    expect(trial.outcomes).toEqual(['completed']);
    expect(trial.log[0]).toMatchObject({ message: 'added', jobId: 'sum.add:s-1', attempt: 1, outcome: 'three' });
  });

  it('keeps the steps of its handler over its runs, and shows them in its records', async () => {
    let charged = 0;
    const trial = testJob(
      consume(sumAdd, async ({ step, attempt, payload }) => {
        const sum = await step('add', () => payload.left + payload.right);
        const charge = ({ effectKey }: StepTools) => {
          charged += 1;
          return [effectKey, charged];
        };
        await step('charge', charge, { atMostOnce: true, longestRequestSeconds: 2 });
        if (attempt === 1) throw new RetryLaterError('busy', 60);
        return { sum };
      }),
    );
    await trial.deliver(PAYLOAD);
    expect(trial.records.get('sum.add:s-1')).toMatchObject({
      status: 'FAILED',
      steps: { add: { done: true, result: '3' }, charge: { done: true, result: '["sum.add:s-1/charge",1]' } },
    });
    await trial.advance(60);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect(charged).toBe(1);
    expect(trial.records.get('sum.add:s-1')).toMatchObject({ status: 'COMPLETED', data: '{"sum":3}' });
    expect(trial.records.get('sum.add:s-1')).not.toHaveProperty('steps');
  });

  it('shows a step of which nobody knows whether it was done', async () => {
    const trial = testJob(
      consume(sumAdd, async ({ step }) => {
        await step('charge', () => Promise.reject(new Error('socket hang up')), {
          ...{ atMostOnce: true, longestRequestSeconds: 2 },
        });
        return { sum: 3 };
      }),
    );
    await trial.deliver(PAYLOAD);
    await trial.advance(60);
    expect(trial.outcomes).toEqual(['failed', 'dead']);
    expect(trial.records.get('sum.add:s-1')).toMatchObject({
      reason: 'outcome-unknown',
      steps: { charge: { started_at: '2026-01-01T00:00:00.000Z' } },
    });
  });

  it('refuses a payload as a producer does', async () => {
    const trial = testJob(consume(sumAdd, () => ({ sum: 3 })));
    await expect(trial.deliver({ ...PAYLOAD, sumId: '' })).rejects.toThrow('sumId');
  });

  it('has jobs enqueued by its handler count one hop more', async () => {
    const fake = createFakeQueues();
    const producer = createProducer({ app: 'shop', stage: 'dev', queues: fake.queues });
    const trial = testJob(
      consume(sumAdd, async ({ payload }) => {
        await producer.enqueue(sumAdd, { ...payload, sumId: 's-2' });
        return { sum: 3 };
      }),
    );
    await trial.deliver(PAYLOAD);
    expect(fake.documents).toMatchObject([{ id: 'sum.add:s-2', hops: 1 }]);
  });

  it('of a chain that never ends is over after ten hops, as a failure that says so', async () => {
    const fake = createFakeQueues();
    const producer = createProducer({ app: 'shop', stage: 'dev', queues: fake.queues });
    let hops = 0;
    const chain = async (): Promise<void> => {
      await producer.enqueue(sumAdd, { ...PAYLOAD, sumId: `s-${hops}` });
      hops = Number(fake.documents.at(-1)?.hops ?? 0);
      await withinJob({ id: 'sum.add:s-1', hops, traceparent: undefined }, chain);
    };
    await expect(chain()).rejects.toThrow('10 jobs enqueued one another already, which looks like a loop');
    expect(fake.requests).toHaveLength(11);
  });
});

describe('a trial of an ordered job', () => {
  const ordered = defineJob({
    type: 'sum.add',
    owner: 'mathematics',
    payload: z.object({ sumId: z.string(), sheetId: z.string() }),
    idempotencyKey: 'sumId',
    orderedBy: 'sheetId',
    replay: { rule: 'safe' },
  });

  it('lets those behind one that waits run after it, and another group at once', async () => {
    const ran: string[] = [];
    const trial = testJob(
      consume(ordered, ({ payload, attempt }) => {
        if (payload.sumId === 's-1' && attempt === 1) throw new RetryLaterError('busy', 60);
        ran.push(payload.sumId);
      }),
    );
    await trial.deliver({ sumId: 's-1', sheetId: 'a' });
    await trial.deliver({ sumId: 's-2', sheetId: 'a' });
    await trial.deliver({ sumId: 's-3', sheetId: 'b' });
    expect(ran).toEqual(['s-3']);
    await trial.advance(60);
    expect(ran).toEqual(['s-3', 's-1', 's-2']);
  });

  it('shows its dead in their group', async () => {
    const trial = testJob(
      consume(ordered, () => {
        throw new PermanentError('no such sheet');
      }),
    );
    await trial.deliver({ sumId: 's-1', sheetId: 'a' });
    expect(trial.deadLetters).toMatchObject([
      { groupId: 'a', deduplicationId: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });
});
