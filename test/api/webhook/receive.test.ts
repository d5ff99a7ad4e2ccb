import { describe, expect, it } from 'vitest';
import { githubHeaders, stripeHeader } from './sign.ts';
import { createWebhookTrial } from './webhook-trial.ts';

type Trial = ReturnType<typeof createWebhookTrial>;
const stripe = (trial: Trial, event: object | string) => {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  return trial.post('stripe', { body, headers: stripeHeader(body, { atMs: trial.clock.now() }) });
};
const github = (trial: Trial, body: string, delivery: string) =>
  trial.post('github', { body, headers: githubHeaders(body, { delivery }) });
const KEPT = { id: 'evt_1', type: 'note.kept' };

describe('an event that comes again', () => {
  it.each([
    ['1 s', 1],
    ['3 h', 10_800],
  ])('%s later is the same job: answered 2xx, sent once', async (_what, seconds) => {
    const trial = createWebhookTrial();
    const first = await stripe(trial, KEPT);
    trial.clock.advance(seconds);
    const second = await stripe(trial, KEPT);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect([trial.saved(), trial.fake.requests.length]).toEqual([['note.keep:shop%3Aevt_1'], 1]);
  });

  it('under another delivery id is the same job: that id is not signed', async () => {
    const trial = createWebhookTrial();
    const first = await github(trial, '{"keep":true}', 'delivery-1');
    const replayed = await github(trial, '{"keep":true}', 'delivery-2');
    expect([first.status, replayed.status]).toEqual([202, 202]);
    expect([trial.saved().length, trial.fake.requests.length]).toEqual([1, 1]);
  });

  it('with other content changes nothing, and operators are told', async () => {
    const trial = createWebhookTrial();
    await stripe(trial, KEPT);
    expect((await stripe(trial, { ...KEPT, text: 'changed' })).status).toBe(202);
    expect(trial.fake.requests).toHaveLength(1);
    const message = 'an event came again with other content';
    expect(trial.logged).toEqual([{ level: 'warn', message, source: 'shop', jobId: 'note.keep:shop%3Aevt_1' }]);
  });

  it('from another provider, with the same id, is another job', async () => {
    const trial = createWebhookTrial();
    await stripe(trial, KEPT);
    await github(trial, JSON.stringify(KEPT), 'evt_1');
    expect(trial.saved()).toEqual([
      'note.keep:shop%3Aevt_1',
      expect.stringMatching(/^note\.keep:code%3A[0-9a-f]{64}$/),
    ]);
  });
});

describe('an event that nobody wants', () => {
  it('is answered 2xx, and queues nothing', async () => {
    const trial = createWebhookTrial();
    expect(await stripe(trial, { ...KEPT, keep: false })).toMatchObject({ status: 200, text: '' });
    expect([trial.saved(), trial.fake.requests]).toEqual([[], []]);
    expect(trial.logged).toEqual([{ level: 'info', message: 'an event of a webhook asks for no job', source: 'shop' }]);
  });
});

describe('a signed request that is refused', () => {
  it.each([
    ['is no JSON', 'payload=%7B%7D', { title: 'The body is not JSON' }],
    [
      'has no id',
      { type: 'note.kept' },
      { issues: [{ path: 'id', message: 'must be a string that names the event' }] },
    ],
    ['is no object', '[]', { issues: [{ path: '(body)', message: 'must be an object' }] }],
    [
      'is not of the schema',
      { ...KEPT, keep: 'sk_live_1234567890abcdef', count: 'seven' },
      {
        issues: [
          { path: 'keep', message: 'must be a boolean' },
          { path: 'count', message: 'must be a number' },
        ],
      },
    ],
  ])('%s: 400 with the paths and no values', async (_what, event, problem) => {
    const trial = createWebhookTrial();
    const { status, text } = await stripe(trial, event);
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining(problem)]);
    expect(JSON.stringify([text, trial.logged])).not.toMatch(/sk_live|seven|evt_1|payload=/);
    expect(trial.saved()).toEqual([]);
  });

  it('is larger than 1 MiB: 413, whoever signed it', async () => {
    const trial = createWebhookTrial();
    const event = (bytes: number) => {
      const around = JSON.stringify({ ...KEPT, more: '' }).length;
      return JSON.stringify({ ...KEPT, more: 'x'.repeat(bytes - around) });
    };
    expect((await stripe(trial, event(1024 * 1024 + 1))).status).toBe(413);
    expect(trial.secretReads()).toBe(0);
    expect((await stripe(trial, event(1024 * 1024))).status).toBe(202);
  });
});

describe('an event whose job can’t be made durable', () => {
  const refused = { status: 503, headers: { 'retry-after': '30', 'content-type': 'application/problem+json' } };

  it('is not acknowledged where the table gives no answer', async () => {
    const trial = createWebhookTrial();
    const update = trial.records.update;
    trial.ports.records.update = async () => {
      throw new Error('AccessDenied on arn:aws:dynamodb:eu-west-1:123456789012:table/shop-prod-records');
    };
    const answer = await stripe(trial, KEPT);
    expect(answer).toMatchObject(refused);
    expect(JSON.stringify([answer, trial.logged])).not.toMatch(/arn:|123456789012|evt_1/);
    trial.ports.records.update = update;
    expect((await stripe(trial, KEPT)).status).toBe(202);
    expect(trial.fake.requests).toHaveLength(1);
  });

  it.each([
    ['its mapping throws', { ...KEPT, text: 'throw' }, 'Error'],
    [
      'its payload is one that the job refuses',
      { ...KEPT, text: 'ghp_abcdefghij0123456789abcdefghij' },
      'InvalidPayloadError',
    ],
  ])('is not acknowledged where %s: a deploy can mend it', async (_what, event, name) => {
    const trial = createWebhookTrial();
    const answer = await stripe(trial, event);
    expect(answer).toMatchObject(refused);
    expect(JSON.stringify([answer, trial.logged])).not.toMatch(/arn:|ghp_|123456789012/);
    const message = 'the job of an event could not be saved';
    expect(trial.logged).toMatchObject([{ level: 'error', message, source: 'shop', failure: { name } }]);
  });

  it('is durable once it is saved, though SQS is down: it is swept', async () => {
    const trial = createWebhookTrial(async () => Promise.reject(new Error('down')));
    expect((await stripe(trial, KEPT)).status).toBe(202);
    trial.answer(async () => []);
    trial.clock.advance(61);
    expect(await trial.sweep()).toMatchObject({ sent: 1 });
  });

  it('is taken though its queue is full: what is refused may never come again', async () => {
    const trial = createWebhookTrial();
    trial.fake.answerDepth(async () => ({ waiting: 1_000_000, inFlight: 0, delayed: 0 }));
    expect((await stripe(trial, KEPT)).status).toBe(202);
    expect(trial.fake.requests).toHaveLength(1);
  });
});
