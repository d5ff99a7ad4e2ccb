import { describe, expect, it } from 'vitest';
import { stripeHeader } from './sign.ts';
import { createWebhookTrial } from './webhook-trial.ts';

const BODY = '{"id":"evt_1","type":"note.kept"}';
type Trial = ReturnType<typeof createWebhookTrial>;
const postSignedWith = async (trial: Trial, secret: string) => {
  const headers = stripeHeader(BODY, { secrets: [secret], atMs: trial.clock.now() });
  return (await trial.post('stripe', { body: BODY, headers })).status;
};

describe('a webhook’s secret', () => {
  it('is read once in five minutes', async () => {
    const trial = createWebhookTrial();
    await postSignedWith(trial, 'whsec-1');
    trial.clock.advance(299);
    await postSignedWith(trial, 'whsec-1');
    expect(trial.secretReads()).toBe(1);
    trial.clock.advance(1);
    await postSignedWith(trial, 'whsec-1');
    expect(trial.secretReads()).toBe(2);
  });

  it('is valid together with the one before it, while they are exchanged', async () => {
    const trial = createWebhookTrial();
    trial.store.versions = { AWSCURRENT: 'whsec-2', AWSPREVIOUS: 'whsec-1' };
    expect(await postSignedWith(trial, 'whsec-1')).toBe(202);
    expect(await postSignedWith(trial, 'whsec-2')).toBe(202);
    expect(await postSignedWith(trial, 'whsec-0')).toBe(401);
  });

  it('that was changed is seen with the first request that is signed by it, a minute after the last look', async () => {
    const trial = createWebhookTrial();
    await postSignedWith(trial, 'whsec-1');
    trial.store.versions = { AWSCURRENT: 'whsec-2', AWSPREVIOUS: 'whsec-1' };
    trial.clock.advance(59);
    expect(await postSignedWith(trial, 'whsec-2')).toBe(401);
    trial.clock.advance(1);
    expect(await postSignedWith(trial, 'whsec-2')).toBe(202);
    expect(await postSignedWith(trial, 'whsec-1')).toBe(202);
  });

  it('that was withdrawn opens nothing after five minutes', async () => {
    const trial = createWebhookTrial();
    await postSignedWith(trial, 'whsec-1');
    trial.store.versions = { AWSCURRENT: 'whsec-3', AWSPREVIOUS: 'whsec-2' };
    trial.clock.advance(300);
    expect(await postSignedWith(trial, 'whsec-1')).toBe(401);
  });

  it('is read once a minute at most, however many wrong signatures come', async () => {
    const trial = createWebhookTrial();
    for (let second = 0; second < 120; second += 1) {
      expect(await postSignedWith(trial, 'guess')).toBe(401);
      trial.clock.advance(1);
    }
    expect(trial.secretReads()).toBe(2);
  });

  it('is not read for a request without a signature, or an old one', async () => {
    const trial = createWebhookTrial();
    await trial.post('stripe', { body: BODY });
    await trial.post('stripe', { body: BODY, headers: stripeHeader(BODY, { atMs: Date.UTC(2025, 0, 1) }) });
    expect(trial.secretReads()).toBe(0);
  });

  it('that can’t be read lets nobody in, and nothing is lost: 503, asked for again after 5 s', async () => {
    const trial = createWebhookTrial();
    trial.store.isDown = true;
    expect(await postSignedWith(trial, 'whsec-1')).toBe(503);
    expect(await postSignedWith(trial, 'whsec-1')).toBe(503);
    expect(trial.secretReads()).toBe(1);
    trial.store.isDown = false;
    trial.clock.advance(5);
    expect(await postSignedWith(trial, 'whsec-1')).toBe(202);
  });

  it('that can’t be looked at again stays as it was: only what it does not explain is put off', async () => {
    const trial = createWebhookTrial();
    await postSignedWith(trial, 'whsec-1');
    trial.store.isDown = true;
    trial.clock.advance(60);
    expect(await postSignedWith(trial, 'whsec-2')).toBe(503);
    expect(await postSignedWith(trial, 'whsec-1')).toBe(202);
  });

  it.each([[''], [undefined]])('that is empty lets nobody in: %j', async (text) => {
    const trial = createWebhookTrial();
    trial.store.versions = text === undefined ? {} : { AWSCURRENT: text };
    expect(await postSignedWith(trial, text ?? 'x')).toBe(503);
  });
});
