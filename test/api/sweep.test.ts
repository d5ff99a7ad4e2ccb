import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { unsentPartitions } from '../../millrace/record/unsent-index.ts';
import { createApiTrial } from './api-trial.ts';

const ID = 'note.keep:n-1';
const NOTE = '{"payload":{"noteId":"n-1"}}';
const DOWN = async () => Promise.reject(new Error('down'));

/** One job is saved, and SQS did not take it; from now on it answers so. */
async function createSavedTrial(answer?: Parameters<typeof createApiTrial>[0]) {
  const trial = createApiTrial(DOWN);
  await trial.post(NOTE);
  trial.answer(answer);
  return trial;
}

describe('the sweeper', () => {
  it('leaves alone what was saved a minute ago, and sends what is older, once', async () => {
    const trial = await createSavedTrial();
    trial.clock.advance(60);
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 0 });
    trial.clock.advance(1);
    expect(await trial.sweep()).toEqual({ sent: 1, settled: 0, failed: 0 });
    expect(trial.fake.ids.slice(1)).toEqual([[ID]]);
    expect(trial.logged.at(-1)).toEqual({
      level: 'info',
      message: 'saved jobs were swept',
      sent: 1,
      settled: 0,
      failed: 0,
    });
    trial.clock.advance(120);
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 0 });
  });

  it('says nothing where it found nothing', async () => {
    const trial = createApiTrial();
    await trial.sweep();
    expect(trial.logged).toEqual([]);
  });

  it.each([
    { posted: 90, afterSeconds: 61, delaySeconds: 29 },
    { posted: 90, afterSeconds: 200, delaySeconds: 0 },
    { posted: undefined, afterSeconds: 61, delaySeconds: undefined },
  ])('sends the very message that was saved, to the queue that it was for, when it is due (%o)', async (delay) => {
    const job = defineJob({
      type: 'note.keep',
      owner: 'archive',
      payload: z.object({ noteId: z.string() }),
      idempotencyKey: 'noteId',
      fairBy: 'noteId',
      priorities: ['high', 'normal'],
      replay: { rule: 'safe' },
    });
    const trial = createApiTrial(DOWN, job);
    await trial.post(JSON.stringify({ payload: { noteId: 'n-1' }, priority: 'high', delaySeconds: delay.posted }));
    trial.answer(async () => []);
    trial.clock.advance(delay.afterSeconds);
    await trial.sweep();
    const [[first] = [], [second] = []] = trial.fake.requests;
    expect(second).toEqual({ ...first, delaySeconds: delay.delaySeconds });
    expect(first).toMatchObject({ groupId: 'n-1' });
    expect(first?.delaySeconds).toBe(delay.posted);
    expect(trial.fake.lookedUp).toEqual(['shop-prod-note-keep-high']);
  });

  it('sends to the least urgent queue what was for one that a deploy has taken away', async () => {
    const trial = await createSavedTrial();
    await trial.records.update({ id: ID, set: { unsent_message: { body: '{}', priority: 'high' } } });
    trial.clock.advance(61);
    expect(await trial.sweep()).toEqual({ sent: 1, settled: 0, failed: 0 });
  });

  it('tries again what could not be sent a minute later', async () => {
    const trial = await createSavedTrial(DOWN);
    trial.clock.advance(61);
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 1 });
    expect(trial.logged.at(-1)).toMatchObject({ level: 'error', message: 'saved jobs were swept', failed: 1 });
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 0 });
    trial.answer(async () => []);
    trial.clock.advance(61);
    expect(await trial.sweep()).toEqual({ sent: 1, settled: 0, failed: 0 });
  });

  it('takes the mark from what is not waiting any more, and does not send it', async () => {
    const trial = await createSavedTrial();
    await trial.records.update({ id: ID, set: { status: 'COMPLETED' } });
    trial.clock.advance(61);
    const { update } = trial.records;
    trial.records.update = async (write) => {
      await new Promise((resolve) => setImmediate(resolve));
      return update(write);
    };
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 1, failed: 0 });
    expect([trial.records.records.get(ID)?.unsent, trial.fake.requests.length]).toEqual([undefined, 1]);
  });

  it('of two at once sends each job once', async () => {
    const trial = createApiTrial(DOWN);
    for (let at = 0; at < 20; at += 1) await trial.post(`{"payload":{"noteId":"n-${at}"}}`);
    trial.answer(async () => []);
    trial.clock.advance(61);
    const reports = await Promise.all([trial.sweep(), trial.sweep()]);
    expect(reports.map(({ sent }) => sent).reduce((a, b) => a + b)).toBe(20);
    expect(reports.map((report) => Object.keys(report))).toEqual(Array(2).fill(['sent', 'settled', 'failed']));
    expect(new Set(trial.fake.ids.slice(20).flat()).size).toBe(20);
    expect(trial.fake.requests).toHaveLength(40);
  });

  it('asks for nothing where no time is left, and begins with a millisecond', async () => {
    const trial = await createSavedTrial();
    trial.clock.advance(61);
    const { unsent } = trial.records;
    trial.records.unsent = async () => Promise.reject(new Error('was asked'));
    expect(await trial.sweep(15_000)).toEqual({ sent: 0, settled: 0, failed: 0 });
    trial.records.unsent = unsent;
    expect(await trial.sweep(15_001)).toEqual({ sent: 1, settled: 0, failed: 0 });
  });

  it('takes no more up once its time is over, and leaves the rest to the next', async () => {
    const trial = createApiTrial(DOWN);
    for (let at = 0; at < 40; at += 1) await trial.post(`{"payload":{"noteId":"n-${at}"}}`);
    trial.clock.advance(61);
    const { unsent } = trial.records;
    trial.records.unsent = async (...asked) => {
      trial.clock.advance(1);
      return unsent(...asked);
    };
    trial.answer(async () => []);
    expect(await trial.sweep(16_000)).toEqual({ sent: 0, settled: 0, failed: 0 });
    expect(trial.fake.requests).toHaveLength(40);
    trial.records.unsent = unsent;
    expect(await trial.sweep()).toEqual({ sent: 40, settled: 0, failed: 0 });
  });

  it('goes through all pages of its index', async () => {
    const trial = createApiTrial(DOWN);
    for (let at = 0; at < 900; at += 1) await trial.post(`{"payload":{"noteId":"n-${at}"}}`);
    trial.clock.advance(61);
    trial.answer(async () => []);
    const { unsent } = trial.records;
    const pages: number[] = [];
    // DynamoDB's pages go on behind the last key, whatever has left the index meanwhile.
    const all = await Promise.all(unsentPartitions.map((of) => unsent(of, { before: '9', limit: 1_000 })));
    trial.records.unsent = async (partition, { limit, next }) => {
      const { ids } = all[unsentPartitions.indexOf(partition)] ?? { ids: [] };
      const from = Number(next ?? 0);
      pages.push(from);
      return {
        ids: ids.slice(from, from + limit),
        ...(from + limit < ids.length ? { next: String(from + limit) } : {}),
      };
    };
    expect(await trial.sweep()).toEqual({ sent: 900, settled: 0, failed: 0 });
    expect(Math.max(...pages)).toBeGreaterThanOrEqual(200);
  });

  it('leaves alone what its index still lists, and another sweeper has taken up or sent since', async () => {
    const trial = await createSavedTrial();
    trial.clock.advance(61);
    const listed = { ids: [ID] };
    trial.records.unsent = async () => listed;
    const taken = await trial.records.get(ID);
    await trial.records.update({ id: ID, set: { unsent: '2026-01-01T00:00:01.000Z' } });
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 0 });
    expect((await trial.records.get(ID))?.unsent).toBe('2026-01-01T00:00:01.000Z');
    await trial.records.update({ id: ID, set: {}, remove: ['unsent', 'unsent_message', 'unsent_partition'] });
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 0 });
    await trial.records.update({ id: ID, set: { ...taken, status: 'ACCEPTED' } });
    expect(await trial.sweep()).toMatchObject({ sent: 1 });
  });

  it('goes on with the others where one can’t be sent, and says which and why', async () => {
    const trial = createApiTrial(DOWN);
    await trial.post(NOTE);
    await trial.post('{"payload":{"noteId":"n-2"}}');
    await trial.records.update({ id: ID, set: { unsent_message: {} } });
    trial.answer(async () => []);
    trial.clock.advance(61);
    expect(await trial.sweep()).toEqual({ sent: 1, settled: 0, failed: 1 });
    expect(trial.logged).toContainEqual(
      expect.objectContaining({
        ...{ level: 'error', message: 'a saved job could not be taken up', jobId: ID },
        failure: expect.objectContaining({ message: 'the body of its message is gone' }),
      }),
    );
  });

  it('names the job type that the catalogue has no more', async () => {
    const trial = await createSavedTrial();
    await trial.records.update({ id: ID, set: { type: 'note.lose' } });
    trial.clock.advance(61);
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 1 });
    const message = "no job note.lose in the catalogue any more: its saved jobs can't be sent";
    expect(trial.logged).toContainEqual(expect.objectContaining({ failure: expect.objectContaining({ message }) }));
  });
});
