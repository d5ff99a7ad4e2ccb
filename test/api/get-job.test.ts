import { describe, expect, it } from 'vitest';
import { createApiTrial } from './api-trial.ts';

const ID = 'note.keep:n-1';
const LIFETIME_SECONDS = 1_900_800;

describe('a job that is asked for', () => {
  it('is accepted as soon as it was posted', async () => {
    const trial = createApiTrial();
    await trial.post('{"payload":{"noteId":"n-1"}}');
    const { status, json } = await trial.get(ID);
    expect(status).toBe(200);
    expect(json).toEqual({
      ...{ id: ID, type: 'note.keep', status: 'ACCEPTED', attempts: 0 },
      acceptedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('shows its result once it is completed', async () => {
    const trial = createApiTrial();
    await trial.post('{"payload":{"noteId":"n-1"}}');
    await trial.records.update({ id: ID, set: { status: 'COMPLETED', attempts: 2, data: '{"kept":true}' } });
    expect((await trial.get(ID)).json).toMatchObject({ status: 'COMPLETED', attempts: 2, result: { kept: true } });
  });

  it('shows why it is dead, and nothing of fences, hashes or requests', async () => {
    const trial = createApiTrial();
    await trial.post('{"payload":{"noteId":"n-1"}}');
    const failure = { at: '2026-01-01T00:00:05.000Z', attempt: 3, name: 'Error', message: 'no room left' };
    await trial.records.update({
      id: ID,
      set: {
        ...{ status: 'DEAD', attempts: 3, reason: 'attempts-spent', fence: 'a-fence', death_id: 'a-death' },
        failures: [{ ...failure, requestId: 'a-request', codeVersion: 'a-version' }],
      },
    });
    const { json, text } = await trial.get(ID);
    expect(json).toMatchObject({ status: 'DEAD', attempts: 3, reason: 'attempts-spent', lastError: failure });
    expect(text).not.toMatch(/a-fence|a-death|a-request|a-version|validation/);
  });

  it.each([
    ['was never sent', 0],
    ['was forgotten, though its record is still there', LIFETIME_SECONDS + 1],
  ])('and %s is 404', async (_what, seconds) => {
    const trial = createApiTrial();
    if (seconds > 0) await trial.post('{"payload":{"noteId":"n-1"}}');
    trial.clock.advance(seconds);
    expect((await trial.get(ID)).status).toBe(404);
  });

  it.each([
    ['the item of a dead job’s message', `${ID}/message/d-1`],
    ['the record of a message without a job', 'note.keep:~m-1'],
    ['a key of another table', 'note.keep'],
    ['longer than any key', `note.keep:${'x'.repeat(513)}`],
    ['longer than any type', `${'x'.repeat(41)}:n-1`],
    ['what no job is called', 'note.keep:é'],
  ])('and whose id is %s is 404, and the table is not asked', async (_what, id) => {
    const trial = createApiTrial();
    await trial.post('{"payload":{"noteId":"n-1"}}');
    trial.records.get = async () => Promise.reject(new Error('was asked'));
    expect((await trial.get(id)).status).toBe(404);
  });

  it('while the table does not answer is 503, with nothing of the table in it', async () => {
    const trial = createApiTrial();
    trial.records.get = async () => Promise.reject(new Error('no table arn:aws:dynamodb:eu-west-1:1:table/x'));
    const { status, headers, text } = await trial.get(ID);
    expect([status, headers?.['retry-after']]).toEqual([503, '5']);
    expect(text).not.toContain('arn:');
  });
});
