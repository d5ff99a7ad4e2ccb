import { describe, expect, it } from 'vitest';
import { letterJob } from '../producer/letter-job.ts';
import { createApiTrial } from './api-trial.ts';

const trialOf = () => createApiTrial(undefined, letterJob);
const letter = (to: string, letterId = 'l-1') => JSON.stringify({ payload: { letterId }, confidential: { to } });
const KEY = 'letter.send:l-1/confidential';

describe('confidential data that is posted', () => {
  it('is kept beside the job’s record before that is saved and sent, and is in no message, reply or line', async () => {
    const trial = trialOf();
    const { status, text } = await trial.post(letter('zz-secret'));
    expect(status).toBe(202);
    expect(trial.records.confidential.get(KEY)?.confidential).toBe('{"to":"zz-secret"}');
    const written = [text, (await trial.get('letter.send:l-1')).text, trial.fake.requests, trial.logged];
    expect(JSON.stringify([written, [...trial.records.records]])).not.toContain('zz-secret');
  });

  it('is taken twice where it is the same, and answered with 409 where it is other', async () => {
    const trial = trialOf();
    await trial.post(letter('zz-secret'));
    expect((await trial.post(letter('zz-secret'))).status).toBe(202);
    const { status, json, text } = await trial.post(letter('zz-other'));
    expect([status, json.title]).toEqual([409, 'The key is taken']);
    expect(text).not.toMatch(/zz-/);
    expect(trial.records.confidential.get(KEY)?.confidential).toBe('{"to":"zz-secret"}');
  });

  it('of a job that is over is not kept, and the job is told as it ended', async () => {
    const trial = trialOf();
    await trial.post(letter('zz-secret'));
    await trial.records.update({ id: 'letter.send:l-1', set: { status: 'COMPLETED' }, remove: ['unsent'] });
    trial.records.confidential.delete(KEY);
    const { status, json } = await trial.post(letter('zz-secret'));
    expect([status, json.jobStatus]).toEqual([202, 'COMPLETED']);
    expect(trial.records.confidential.size).toBe(0);
  });

  it.each([
    ['is missing', '{"payload":{"letterId":"l-1"}}', '(confidential)'],
    ['does not fit', letter('zz'), '(confidential) to'],
    ['is no object', '{"payload":{"letterId":"l-1"},"confidential":"zz-secret"}', 'confidential'],
    ['is nothing', '{"payload":{"letterId":"l-1"},"confidential":null}', '(confidential)'],
  ])('is refused with 400 and its path where it %s', async (_what, body, path) => {
    const trial = trialOf();
    const { status, json, text } = await trial.post(body);
    expect([status, json.issues[0].path]).toEqual([400, path]);
    expect(text).not.toContain('zz-secret');
    expect([trial.fake.requests.length, trial.records.records.size, trial.records.confidential.size]).toEqual([
      0, 0, 0,
    ]);
  });

  it('is refused for a job that has none', async () => {
    const { status, json } = await createApiTrial().post('{"payload":{"noteId":"n-1"},"confidential":{"to":"ada"}}');
    expect([status, json.issues]).toEqual([
      400,
      [{ path: '(confidential)', message: 'note.keep has no confidential data: leave it out' }],
    ]);
  });

  it('of 256 KiB is taken beside a payload', async () => {
    const trial = trialOf();
    const to = 'x'.repeat(262_144 - '{"to":""}'.length);
    expect((await trial.post(letter(to))).status).toBe(202);
    expect((await trial.post(letter(`${to}x`, 'l-2'))).json.issues).toEqual([
      { path: '(confidential)', message: '262145 bytes of JSON; at most 262144 are allowed' },
    ]);
  });

  it('is erased when its job is cancelled before it runs', async () => {
    const trial = trialOf();
    await trial.post(letter('zz-secret'));
    expect((await trial.delete('letter.send:l-1')).status).toBe(200);
    expect(trial.records.confidential.size).toBe(0);
  });
});
