import { describe, expect, it } from 'vitest';
import { createApiTrial } from './api-trial.ts';

const NOTE = '{"payload":{"noteId":"n-1"}}';

describe('the content type of a request', () => {
  it.each([
    ['none', {}],
    ['JSON', { 'content-type': 'application/json' }],
    ['JSON in UTF-8', { 'content-type': 'Application/JSON; charset="UTF-8"' }],
    ['a kind of JSON', { 'content-type': 'application/vnd.api+json' }],
    ['JSON, expressly not compressed', { 'content-type': 'application/json', 'content-encoding': 'identity' }],
  ])('may be %s', async (_what, headers) => {
    expect((await createApiTrial().post(NOTE, { headers })).status).toBe(202);
  });

  it.each([
    ['curl’s default, a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['JSON in another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['JSON that is compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    ['what only begins like JSON', { 'content-type': 'application/jsonp' }],
    ['empty', { 'content-type': '' }],
  ])('may not be %s: 415, what is taken, and nothing is left behind', async (_what, headers) => {
    const trial = createApiTrial();
    const { status, json } = await trial.post(NOTE, { headers });
    expect([status, json.detail]).toEqual([
      415,
      'Send JSON in UTF-8, not compressed, with the header content-type: application/json.',
    ]);
    expect([trial.fake.requests, trial.records.records.size]).toEqual([[], 0]);
  });
});

describe('what stands beside the payload', () => {
  it('may be a delay: the record tells when the job is due, and lives from then on', async () => {
    const trial = createApiTrial();
    await trial.post('{"payload":{"noteId":"n-1"},"delaySeconds":900}');
    expect(trial.fake.requests[0]?.[0]?.delaySeconds).toBe(900);
    expect(trial.records.records.get('note.keep:n-1')).toMatchObject({
      due_at: '2026-01-01T00:15:00.000Z',
      expiration: 1_767_225_600 + 900 + 1_900_800,
    });
    expect((await trial.get('note.keep:n-1')).json.dueAt).toBe('2026-01-01T00:15:00.000Z');
  });

  it('may be an expiry', async () => {
    const trial = createApiTrial();
    await trial.post('{"payload":{"noteId":"n-1"},"expiresAt":"2026-02-01T01:00:00+01:00"}');
    expect(trial.fake.documents).toMatchObject([{ expirytime: '2026-02-01T00:00:00.000Z' }]);
  });

  it.each([
    ['a delay that is none', '"delaySeconds":1.5', 'delaySeconds', /^whole seconds from 0 to /],
    ['a delay in words', '"delaySeconds":"5"', 'delaySeconds', /^must be a number, or left out$/],
    ['an expiry that is none', '"expiresAt":"soon"', 'expiresAt', /^a Date or a text like 2026-/],
    ['what is not known', '"AKIAIOSFODNN7EXAMPLE":1', '*', /^no such field beside payload, priority, delaySeconds, /],
    ['a misspelt field', '"priorty":"high"', 'priorty', /did you mean priority\?$/],
    ['a trap', '"toString":"high"', 'toString', /^no such field beside payload/],
  ])('is refused with 400 where it is %s, its path told and no value', async (_what, field, path, message) => {
    const trial = createApiTrial();
    const { status, json, text } = await trial.post(`{"payload":{"noteId":"n-1"},${field}}`);
    expect([status, json.issues]).toEqual([400, [{ path, message: expect.stringMatching(message) }]]);
    expect(text).not.toContain('AKIA');
    expect([trial.fake.requests, trial.records.records.size]).toEqual([[], 0]);
  });
});

describe('a key that is left to the server', () => {
  const post = (trial: ReturnType<typeof createApiTrial>, payload: object, idempotencyKey?: string) =>
    trial.post(JSON.stringify({ payload }), {
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    });

  it('comes from the request’s Idempotency-Key: the same request again is the same job', async () => {
    const trial = createApiTrial();
    const answers = [await post(trial, { count: 1 }, 'r-1'), await post(trial, { count: 1 }, 'r-1')];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0]?.json.id).toMatch(
      /^note\.keep:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(answers[1]?.json.id).toBe(answers[0]?.json.id);
    expect(trial.fake.requests).toHaveLength(1);
    expect((await post(trial, { count: 1 }, 'r-2')).json.id).not.toBe(answers[0]?.json.id);
  });

  it('is taken with other content: 409', async () => {
    const trial = createApiTrial();
    await post(trial, { count: 1 }, 'r-1');
    expect((await post(trial, { count: 2 }, 'r-1')).status).toBe(409);
  });

  it('is required: without header and field the answer says how to give it', async () => {
    const trial = createApiTrial();
    const { status, json } = await post(trial, { count: 1 });
    expect([status, json.issues]).toEqual([
      400,
      [
        {
          path: 'noteId',
          message:
            "part of the job's key: give it, or send the header Idempotency-Key, so that the same request again is the same job",
        },
      ],
    ]);
  });

  it.each(['', 'é', 'a b', 'x'.repeat(256)])('is refused for a header of %j, which is not repeated', async (header) => {
    const { status, json } = await post(createApiTrial(), { count: 1 }, header);
    expect([status, json.issues?.[0].path]).toEqual([400, '(Idempotency-Key)']);
  });

  it('is that of the payload where it has one, whatever the header says', async () => {
    const trial = createApiTrial();
    expect((await post(trial, { noteId: 'n-1' }, 'r-1')).json.id).toBe('note.keep:n-1');
    expect((await post(trial, { noteId: 'n-1' }, 'r-2')).json.id).toBe('note.keep:n-1');
  });
});
