import { describe, expect, it } from 'vitest';
import { QueueNotFoundError } from '../../millrace/message/queue-not-found-error.ts';
import { createApiTrial } from './api-trial.ts';

const ID = 'note.keep:n-1';
const NOTE = '{"payload":{"noteId":"n-1"}}';
const LARGE = JSON.stringify({ payload: { noteId: 'n-1', text: 'é'.repeat(3_000) } });

/** Lets what waits for nothing but promises go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a job that is saved', () => {
  it('is marked as unsent until SQS has it, and then no more', async () => {
    const sending = Promise.withResolvers<readonly []>();
    const trial = createApiTrial(() => sending.promise);
    const call = trial.post(NOTE);
    await settled();
    expect(trial.records.records.get(ID)).toMatchObject({
      ...{ status: 'ACCEPTED', unsent: '2026-01-01T00:00:00.000Z' },
      unsent_partition: expect.stringMatching(/^unsent#[0-3]$/),
      unsent_message: { body: expect.stringContaining('"noteId":"n-1"') },
    });
    sending.resolve([]);
    expect((await call).status).toBe(202);
    expect(Object.keys(trial.records.records.get(ID) ?? {}).filter((name) => name.startsWith('unsent'))).toEqual([]);
  });

  it('keeps a message that is too large for its record beside it', async () => {
    const trial = createApiTrial(async () => Promise.reject(new Error('down')));
    await trial.post(LARGE);
    const [[key, message] = []] = trial.records.messages;
    expect(key).toMatch(/^note\.keep:n-1\/unsent\//);
    expect(JSON.parse(message?.body ?? '').data.text).toHaveLength(3_000);
    const record = trial.records.records.get(ID);
    expect(record?.unsent_message).toEqual({});
    expect(message?.expiration).toBe((record?.expiration ?? 0) + 86_400);
    expect(JSON.stringify(record).length).toBeLessThan(4_096);
  });

  it.each([
    [2_048, 0],
    [2_049, 1],
  ])('of a body of %d bytes is kept in its record or beside it', async (bytes, beside) => {
    const trial = createApiTrial(async () => Promise.reject(new Error('down')));
    const post = (length: number) =>
      trial.post(JSON.stringify({ payload: { noteId: 'n-1', text: 'x'.repeat(length) } }));
    const empty = createApiTrial(async () => Promise.reject(new Error('down')));
    await empty.post('{"payload":{"noteId":"n-1","text":""}}');
    const around = empty.records.records.get(ID)?.unsent_message?.body?.length ?? 0;
    await post(bytes - around);
    expect(trial.records.messages.size).toBe(beside);
  });

  it('is not saved before its large message is', async () => {
    const trial = createApiTrial();
    trial.records.putMessage = async () => Promise.reject(new Error('throttled'));
    expect((await trial.post(LARGE)).status).toBe(503);
    expect(trial.records.records.size).toBe(0);
  });

  it('of an older version of its payload is the same job', async () => {
    const trial = createApiTrial();
    await trial.post(NOTE);
    await trial.records.update({ id: ID, set: { version: 2, validation: 'of-version-2' } });
    expect((await trial.post(NOTE)).status).toBe(202);
  });

  it('keeps its own large message when the same key comes with another', async () => {
    const trial = createApiTrial(async () => Promise.reject(new Error('down')));
    await trial.post(LARGE);
    expect((await trial.post(LARGE.replaceAll('é', 'x'))).status).toBe(409);
    trial.clock.advance(61);
    trial.answer(async () => []);
    expect(await trial.sweep()).toEqual({ sent: 1, settled: 0, failed: 0 });
    expect(trial.fake.documents.at(-1)).toMatchObject({ data: { text: 'é'.repeat(3_000) } });
  });

  it.each([
    [
      'SQS gives no answer',
      async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:443')),
      /the request failed \(Error\); caused by Error: connect ECONNREFUSED 10\.0\.0\.1:443$/,
    ],
    [
      'SQS refuses it',
      async () => [{ index: 0, code: 'AccessDenied', senderFault: true }],
      /^note\.keep:n-1 was not sent: SQS refused it \(AccessDenied\)$/,
    ],
  ])('is accepted though %s: it is told to operators, and swept', async (_what, answer, why) => {
    const trial = createApiTrial(answer);
    const { status, json, text } = await trial.post(NOTE);
    expect([status, json.jobStatus]).toEqual([202, 'ACCEPTED']);
    expect(text).not.toMatch(/ECONNREFUSED|10\.0\.0\.1|AccessDenied|arn:|sqs|\bat /i);
    const failure = { name: 'EnqueueError', message: expect.stringMatching(why) };
    const message = 'a saved job is not known to be sent: the sweeper sends it';
    expect(trial.logged).toMatchObject([{ level: 'warn', message, jobId: ID, jobType: 'note.keep', failure }]);
    trial.clock.advance(61);
    trial.answer(async () => []);
    expect(await trial.sweep()).toEqual({ sent: 1, settled: 0, failed: 0 });
  });

  it('is accepted though SQS takes longer than five seconds', async () => {
    const trial = createApiTrial(() => new Promise(() => undefined));
    const call = trial.post(NOTE);
    await settled();
    trial.clock.advance(5);
    expect((await call).status).toBe(202);
    expect(trial.logged).toMatchObject([{ failure: { message: 'no answer within 5 s' } }]);
  });

  it('is sent at once when the same request comes again, where it was not', async () => {
    const trial = createApiTrial(async () => Promise.reject(new Error('down')));
    await trial.post(NOTE);
    trial.answer(async () => []);
    expect((await trial.post(NOTE)).status).toBe(202);
    expect(trial.records.records.get(ID)?.unsent).toBeUndefined();
    await trial.post(NOTE);
    expect(trial.fake.requests).toHaveLength(2);
  });

  it('is answered though it could not be marked as sent: the sweeper sends it once more', async () => {
    const trial = createApiTrial();
    const { update } = trial.records;
    trial.records.update = async (write) =>
      write.set.status === undefined ? Promise.reject(new Error('throttled')) : update(write);
    expect((await trial.post(NOTE)).status).toBe(202);
    trial.records.update = update;
    trial.clock.advance(61);
    expect(await trial.sweep()).toEqual({ sent: 1, settled: 0, failed: 0 });
    expect(trial.fake.requests).toHaveLength(2);
  });
});

describe('a job that could not be saved', () => {
  it('is answered with 503 and when to try again, told to operators, and not sent', async () => {
    const trial = createApiTrial();
    trial.records.update = async () => Promise.reject(new Error('throughput exceeded on arn:aws:dynamodb:x'));
    const { status, headers, json, text } = await trial.post(NOTE);
    expect([status, headers?.['retry-after'], json.title]).toEqual([503, '5', 'The job could not be saved']);
    expect(text).not.toMatch(/throughput|arn:/);
    expect(trial.logged).toMatchObject([{ level: 'error', message: 'a job could not be saved', jobType: 'note.keep' }]);
    expect(trial.fake.requests).toEqual([]);
  });

  it('may be saved all the same, its answer lost: the same request again is the same job', async () => {
    const trial = createApiTrial();
    const { update } = trial.records;
    trial.records.update = async (write) => {
      await update(write);
      throw new Error('socket hang up');
    };
    expect((await trial.post(NOTE)).status).toBe(503);
    trial.records.update = update;
    expect((await trial.post(NOTE)).json).toMatchObject({ id: ID, jobStatus: 'ACCEPTED' });
    expect(trial.fake.ids).toEqual([[ID]]);
  });

  it('since there is no queue of its name leaves nothing behind that nobody could ever send', async () => {
    const trial = createApiTrial();
    trial.fake.queues.url = async (name) => Promise.reject(new QueueNotFoundError(name));
    expect((await trial.post(NOTE)).status).toBe(503);
    expect(trial.records.records.size).toBe(0);
  });
});

describe('a full queue', () => {
  const createFullTrial = () => {
    const trial = createApiTrial();
    const depth = { waiting: 0, inFlight: 0, delayed: 0 };
    trial.fake.answerDepth(async () => depth);
    return { ...trial, depth };
  };

  it('refuses a job with 429 and when to come back, and saves nothing', async () => {
    const trial = createFullTrial();
    trial.depth.waiting = 100_000;
    const { status, headers, json } = await trial.post(NOTE);
    expect([status, json.title, headers?.['retry-after']]).toEqual([429, 'The queue is full', '2121']);
    expect(json.detail).toBe('The queue of note.keep is full. Send the same request again in 2121 s.');
    expect([trial.fake.requests, trial.records.records.size]).toEqual([[], 0]);
  });

  it('still answers for a job that is saved, and refuses other content under its key', async () => {
    const trial = createFullTrial();
    await trial.post(NOTE);
    trial.depth.waiting = 100_000;
    trial.clock.advance(5);
    expect((await trial.post(NOTE)).status).toBe(202);
    expect((await trial.post('{"payload":{"noteId":"n-1","count":1}}')).status).toBe(409);
    expect((await trial.post('{"payload":{"noteId":"n-2"}}')).status).toBe(429);
  });
});
