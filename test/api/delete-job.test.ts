import { describe, expect, it } from 'vitest';
import { createApiTrial } from './api-trial.ts';

const ID = 'note.keep:n-1';
const NOTE = '{"payload":{"noteId":"n-1"}}';
const STARTED = { steps: { charge: { started_at: '2026-01-01T00:00:00.000Z' } } };

describe('a job that is deleted', () => {
  it('before it runs is cancelled, again and again', async () => {
    const trial = createApiTrial();
    await trial.post(NOTE);
    for (const _again of [1, 2]) {
      const { status, json } = await trial.delete(ID);
      expect([status, json]).toEqual([200, { id: ID, status: '/jobs/note.keep%3An-1', jobStatus: 'CANCELLED' }]);
    }
    expect((await trial.get(ID)).json).toMatchObject({ status: 'CANCELLED' });
  });

  it('before it was sent is not sent any more', async () => {
    const trial = createApiTrial(async () => Promise.reject(new Error('down')));
    await trial.post(NOTE);
    await trial.delete(ID);
    trial.clock.advance(61);
    trial.answer(async () => []);
    expect(await trial.sweep()).toEqual({ sent: 0, settled: 0, failed: 0 });
    expect(trial.fake.requests).toHaveLength(1);
  });

  it('that another producer sends, and no record tells of, will not run', async () => {
    const trial = createApiTrial();
    expect((await trial.delete(ID)).json.jobStatus).toBe('CANCELLED');
    expect(trial.records.records.get(ID)?.status).toBe('CANCELLED');
  });

  it('while a run holds it is to be cancelled, which its status tells', async () => {
    const trial = createApiTrial();
    await trial.post(NOTE);
    await trial.records.update({ id: ID, set: { status: 'INPROGRESS', ...STARTED } });
    const { status, json } = await trial.delete(ID);
    expect([status, json]).toEqual([
      202,
      { id: ID, status: '/jobs/note.keep%3An-1', jobStatus: 'INPROGRESS', mayHaveHappened: ['charge'] },
    ]);
    expect((await trial.get(ID)).json).toMatchObject({ status: 'INPROGRESS', isToBeCancelled: true });
  });

  it.each([
    ['COMPLETED', 'The job has ended', 'Its status is COMPLETED.'],
    ['EXPIRED', 'The job has ended', 'Its status is EXPIRED.'],
    [
      'DEAD',
      'The job is dead',
      'It is in the dead-letter queue, and runs again only where an operator sends it: discard it there.',
    ],
  ] as const)('and is %s is a 409 that says so', async (jobStatus, title, detail) => {
    const trial = createApiTrial();
    await trial.post(NOTE);
    await trial.records.update({ id: ID, set: { status: jobStatus } });
    const { status, json } = await trial.delete(ID);
    expect([status, json.title, json.detail]).toEqual([409, title, detail]);
  });

  it.each([['note.lose:n-1'], ['note.keep'], ['note.keep:~m-1'], ['']])(
    'and that can’t be, %j, is 404, and nothing is written',
    async (id) => {
      const trial = createApiTrial();
      expect((await trial.delete(id)).status).toBe(404);
      expect(trial.records.records.size).toBe(0);
    },
  );

  it('while the table does not answer is 503, with nothing of the table in it', async () => {
    const trial = createApiTrial();
    trial.records.update = async () => Promise.reject(new Error('no table arn:aws:dynamodb:eu-west-1:1:table/x'));
    const { status, headers, text } = await trial.delete(ID);
    expect([status, headers?.['retry-after']]).toEqual([503, '5']);
    expect(text).not.toContain('arn:');
    expect(trial.logged).toMatchObject([{ level: 'error', jobId: ID }]);
  });
});
