import { describe, expect, it } from 'vitest';
import { createApiTrial } from './api-trial.ts';

const NOTE = '{"payload":{"noteId":"n/1"}}';
/** As many bytes as a body may have. */
const MOST_BYTES = 258_048;

describe('a job that is posted', () => {
  it('is saved, sent and answered with 202, its id, and where to ask for it', async () => {
    const trial = createApiTrial();
    const { status, headers, json } = await trial.post(NOTE);
    expect(status).toBe(202);
    expect(json).toEqual({ id: 'note.keep:n%2F1', status: '/jobs/note.keep%3An%252F1', jobStatus: 'ACCEPTED' });
    expect(headers).toEqual({ 'content-type': 'application/json', location: '/jobs/note.keep%3An%252F1' });
    expect(trial.fake.documents).toMatchObject([{ id: 'note.keep:n%2F1', data: { noteId: 'n/1' } }]);
    expect(trial.records.records.get('note.keep:n%2F1')).toMatchObject({
      status: 'ACCEPTED',
      accepted_at: '2026-01-01T00:00:00.000Z',
    });
  });

  it('arrives as it was posted, byte for byte, in base64 too', async () => {
    const text = 'a&b=c+d%20é 📦 "quoted" \u0000';
    const body = JSON.stringify({ payload: { noteId: 'n-1', text } });
    const trial = createApiTrial();
    await trial.post(body);
    const other = body.replace('n-1', 'n-2');
    await trial.post(Buffer.from(other).toString('base64'), { isBase64Encoded: true });
    expect(trial.fake.documents.map(({ data }) => data)).toEqual([
      { noteId: 'n-1', text },
      { noteId: 'n-2', text },
    ]);
  });

  it('twice is answered twice with 202 and one id: what is sent twice runs once', async () => {
    const trial = createApiTrial();
    const answers = [await trial.post(NOTE), await trial.post(NOTE)];
    expect(answers.map(({ status, json }) => [status, json.id])).toEqual([
      [202, 'note.keep:n%2F1'],
      [202, 'note.keep:n%2F1'],
    ]);
  });

  it('with other content under a key that is taken is refused with 409, and not sent', async () => {
    const trial = createApiTrial();
    await trial.post(NOTE);
    const before = trial.records.records.get('note.keep:n%2F1');
    const { status, json } = await trial.post('{"payload":{"noteId":"n/1","count":2}}');
    expect([status, json.title]).toEqual([409, 'The key is taken']);
    expect(trial.records.records.get('note.keep:n%2F1')).toEqual(before);
    expect(trial.fake.requests).toHaveLength(1);
  });

  it.each([...(['ACCEPTED', 'INPROGRESS', 'FAILED', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'DEAD'] as const)])(
    'that was sent and is %s stays so, says so, and is not sent once more',
    async (jobStatus) => {
      const trial = createApiTrial();
      await trial.post(NOTE);
      await trial.records.update({ id: 'note.keep:n%2F1', set: { status: jobStatus } });
      const { status, json } = await trial.post(NOTE);
      expect([status, json.jobStatus]).toEqual([202, jobStatus]);
      expect(trial.records.records.get('note.keep:n%2F1')?.status).toBe(jobStatus);
      expect(trial.fake.requests).toHaveLength(1);
    },
  );
});

describe('a request that is refused', () => {
  it('for its payload is told every path, and no value', async () => {
    const trial = createApiTrial();
    const { status, headers, json, text } = await trial.post(
      '{"payload":{"noteId":"","count":1.5,"text":"AKIAIOSFODNN7EXAMPLE"}}',
    );
    expect([status, headers?.['content-type']]).toEqual([400, 'application/problem+json']);
    expect(json.issues.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(['noteId', 'count']));
    expect(text).not.toContain('AKIA');
  });

  it.each([
    ['no JSON', '{"payload":', 400, 'The body is not JSON'],
    ['no body', '', 400, 'The body is not JSON'],
    ['no payload', '{"noteId":"n-1"}', 400, 'There is no payload'],
    ['a list', '[]', 400, 'There is no payload'],
    [
      'an integer that JSON rounds',
      '{"payload":{"noteId":"n-1","count":9007199254740993}}',
      400,
      'The body can’t be read',
    ],
    [
      '20,000 lists in one another',
      `{"payload":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      400,
      'The body can’t be read',
    ],
    ['a byte too many', ' '.repeat(MOST_BYTES + 1 - NOTE.length) + NOTE, 413, 'The body is too large'],
    [
      'too many bytes in few characters',
      JSON.stringify({ payload: { noteId: 'é'.repeat(MOST_BYTES / 2) } }),
      413,
      'The body is too large',
    ],
    [
      'a payload that fits a body, but no message',
      JSON.stringify({ payload: { noteId: 'n-1', text: 'x'.repeat(MOST_BYTES - 60) } }),
      413,
      'The payload is too large',
    ],
  ])('for %s leaves nothing behind', async (_what, body, status, title) => {
    const trial = createApiTrial();
    const answer = await trial.post(body);
    expect([answer.status, answer.json.title]).toEqual([status, title]);
    expect([trial.fake.requests, trial.records.records.size]).toEqual([[], 0]);
  });

  it('is not one that has just as many bytes as are allowed', async () => {
    const trial = createApiTrial();
    expect((await trial.post(' '.repeat(MOST_BYTES - NOTE.length) + NOTE)).status).toBe(202);
  });

  it('for a job or a route that there is not is told which there are', async () => {
    const trial = createApiTrial();
    const unknown = await trial.post(NOTE, { pathParameters: { type: 'note.lose' } });
    expect([unknown.status, unknown.json.detail]).toEqual([404, 'Known types: note.keep.']);
    const nowhere = await trial.call({ routeKey: 'PUT /jobs/{id}' });
    expect([nowhere.status, nowhere.json.detail]).toEqual([
      404,
      'POST /jobs/{type} · GET /jobs/{id} · DELETE /jobs/{id}',
    ]);
  });
});
