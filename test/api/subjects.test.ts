import { describe, expect, it } from 'vitest';
import { createApiTrial, tokenOf } from './api-trial.ts';

const ID = 'note.keep:n-1';
const NOTE = '{"payload":{"noteId":"n-1"}}';
const anna = tokenOf('anna');
const ben = tokenOf('ben');

describe('a job that was posted with a token', () => {
  it('belongs to its subject, who alone sees it and cancels it', async () => {
    const trial = createApiTrial();
    expect((await trial.post(NOTE, anna)).status).toBe(202);
    expect(trial.records.records.get(ID)?.subject).toBe('anna');
    expect((await trial.get(ID, anna)).json.status).toBe('ACCEPTED');
    const missing = (await trial.get('note.keep:n-2', ben)).text;
    for (const answer of [await trial.get(ID, ben), await trial.delete(ID, ben)]) {
      expect([answer.status, answer.text]).toEqual([404, missing]);
    }
    expect((await trial.delete(ID, anna)).json.jobStatus).toBe('CANCELLED');
  });

  it('stays seen by callers whom IAM let in, who are trusted with every job', async () => {
    const trial = createApiTrial();
    await trial.post(NOTE, anna);
    expect((await trial.get(ID)).status).toBe(200);
  });

  it('is not somebody else’s: the key is taken, and nothing is sent', async () => {
    const trial = createApiTrial();
    await trial.post(NOTE, anna);
    expect((await trial.post(NOTE, ben)).status).toBe(409);
    expect(trial.fake.requests).toHaveLength(1);
  });

  it('is another job than that of the same Idempotency-Key by somebody else', async () => {
    const trial = createApiTrial();
    const post = async (caller: object) => {
      const { json } = await trial.post('{"payload":{}}', { ...caller, headers: { 'idempotency-key': 'r-1' } });
      return json.id;
    };
    const [ofAnna, ofBen, again] = [await post(anna), await post(ben), await post(anna)];
    expect(ofBen).not.toBe(ofAnna);
    expect(again).toBe(ofAnna);
  });

  it('still belongs to its subject once it has run', async () => {
    const trial = createApiTrial();
    await trial.post(NOTE, anna);
    await trial.records.update({ id: ID, set: { status: 'COMPLETED', data: '{"kept":true}' } });
    expect((await trial.get(ID, anna)).json.result).toEqual({ kept: true });
    expect((await trial.get(ID, ben)).status).toBe(404);
  });
});

describe('a token', () => {
  it('shows no job that another producer sent, and cancels none that has no record', async () => {
    const trial = createApiTrial();
    expect((await trial.delete(ID, anna)).status).toBe(404);
    expect(trial.records.records.size).toBe(0);
    await trial.records.update({ id: ID, set: { type: 'note.keep', status: 'FAILED', expiration: 2_000_000_000 } });
    expect((await trial.get(ID, anna)).status).toBe(404);
    expect((await trial.delete(ID, anna)).status).toBe(404);
  });

  it.each([
    ['names no subject', tokenOf(undefined)],
    ['is of a request that no authorizer has seen', { requestContext: {} }],
  ])('that %s gets 403, whatever it asks for', async (_what, caller) => {
    const trial = createApiTrial();
    const answers = [await trial.post(NOTE, caller), await trial.get(ID, caller), await trial.delete(ID, caller)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect([trial.fake.requests, trial.records.records.size]).toEqual([[], 0]);
  });
});
