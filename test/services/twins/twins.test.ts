import { describe, expect, it } from 'vitest';
import { images } from '../../../services/images.ts';
import { invoices } from '../../../services/invoices.ts';
import { mail } from '../../../services/mail.ts';
import { startTwins } from '../../../services/twins/index.ts';
import { useTwins } from '../use-twins.ts';

const twins = useTwins();
const signal = new AbortController().signal;
const send = (id: string, abort: AbortSignal = signal) =>
  mail.send({ to: 'x', name: 'x', templateId: 'welcome', variables: {}, idempotencyKey: id, signal: abort });

describe('the twins', () => {
  it('keep a ledger each, and clear it on request', async () => {
    await invoices.find({ invoiceId: 'in-1', signal });
    await send('a');
    expect(await twins().ledger('invoices')).toEqual({ calls: 1, mostAtOnce: 1, effects: [] });
    expect((await twins().ledger('mail')).effects).toHaveLength(1);
    await twins().clearLedger('mail');
    expect(await twins().ledger('mail')).toEqual({ calls: 0, mostAtOnce: 0, effects: [] });
    expect(await twins().ledger('invoices')).toMatchObject({ calls: 1 });
    expect(await send('b')).toEqual({ id: 'message-1' });
  });

  it('say at their address who they are, how each behaves, and how to change that', async () => {
    await twins().setMode('mail', { mode: 'down' });
    const response = await fetch(twins().address);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({
      twins: { invoices: 'ok', mail: 'down', images: 'ok', 'company-data': 'ok' },
      modes: ['ok', 'flaky', 'slow', 'down', 'throttled', 'lost-answer', 'late-answer'],
      options: ['failNext', 'forKey', 'delayMs', 'retryAfterSeconds', 'deduplicates'],
      routes: { 'PUT /<twin>/_twin/mode': { mode: 'flaky', failNext: 2 } },
    });
  });

  it('take a mode as JSON from curl, which calls it a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const put = { method: 'PUT', headers, body: '{"mode":"down"}' };
    expect((await fetch(`${twins().address}/mail/_twin/mode`, put)).status).toBe(200);
    const mode = await fetch(`${twins().address}/mail/_twin/mode`);
    expect(await mode.json()).toMatchObject({ mode: 'down' });
  });

  it('count a call that failed, and write no effect of it down', async () => {
    await twins().setMode('mail', { mode: 'down' });
    await expect(send('a')).rejects.toThrow('MAIL: did not answer');
    expect(await twins().ledger('mail')).toEqual({ calls: 1, mostAtOnce: 1, effects: [] });
  });

  it('do slow work for a caller who waits', async () => {
    await twins().setMode('mail', { mode: 'slow', delayMs: 1 });
    expect(await send('a')).toEqual({ id: 'message-1' });
  });

  it('do nothing for a caller who hung up while they were slow', async () => {
    await twins().setMode('mail', { mode: 'slow', delayMs: 3_600_000 });
    const run = new AbortController();
    const sending = send('a', run.signal);
    await expect.poll(async () => (await twins().ledger('mail')).calls, { interval: 5 }).toBe(1);
    run.abort();
    await expect(sending).rejects.toThrow('MAIL: not waited for any longer, the run was aborted');
    await twins().setMode('mail', { mode: 'ok' });
    await send('b');
    expect((await twins().ledger('mail')).effects).toMatchObject([{ idempotencyKey: 'b' }]);
  });

  it('have done it when their answer is late, whether the caller waits or not', async () => {
    await twins().setMode('mail', { mode: 'late-answer', delayMs: 3_600_000 });
    const run = new AbortController();
    const sending = send('a', run.signal);
    await expect.poll(async () => (await twins().ledger('mail')).effects, { interval: 5 }).toHaveLength(1);
    run.abort();
    await expect(sending).rejects.toThrow('MAIL: not waited for any longer, the run was aborted');
    await twins().setMode('mail', { mode: 'late-answer', delayMs: 1 });
    expect(await send('b')).toEqual({ id: 'message-2' });
  });

  it('tell how many callers were there at the same time', async () => {
    await twins().setMode('images', { mode: 'slow', delayMs: 3_600_000 });
    const run = new AbortController();
    const resize = (id: string) =>
      images.derive({ imageId: id, widths: [320], format: 'webp', idempotencyKey: id, signal: run.signal });
    const resizes = Promise.allSettled([resize('i-1'), resize('i-2'), resize('i-3')]);
    await expect.poll(async () => (await twins().ledger('images')).mostAtOnce, { interval: 5 }).toBe(3);
    run.abort();
    await resizes;
    expect(await twins().ledger('images')).toEqual({ calls: 3, mostAtOnce: 3, effects: [] });
  });

  it('answer a request that makes no sense with 400, and one to nowhere with 404', async () => {
    const post = (path: string) => fetch(`${twins().address}${path}`, { method: 'POST', body: '{}' });
    expect((await post('/mail/v1/messages')).status).toBe(400);
    expect((await post('/mail/v1/elsewhere')).status).toBe(404);
    expect((await post('/nobody/v1')).status).toBe(404);
    expect((await post('/mail/_twin/elsewhere')).status).toBe(404);
  });

  it('refuse a mode they do not know, and say which there are', async () => {
    const broken: object = { mode: 'broken' };
    await expect(twins().setMode('mail', broken as { mode: 'ok' })).rejects.toThrow(/the mail twin refused.*"down\\"/);
  });

  it('show the mode they are in', async () => {
    await twins().setMode('mail', { mode: 'flaky', failNext: 2 });
    const shown = await fetch(`${twins().address}/mail/_twin/mode`);
    expect(await shown.json()).toEqual({ mode: 'flaky', failNext: 2, delayMs: 1000, retryAfterSeconds: 1 });
  });

  it('say so when their port is taken', async () => {
    const port = Number(new URL(twins().address).port);
    await expect(startTwins({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('stop with a caller still waiting, and may be stopped twice', async () => {
    await twins().setMode('mail', { mode: 'slow', delayMs: 3_600_000 });
    const sending = send('a');
    await expect.poll(async () => (await twins().ledger('mail')).calls, { interval: 5 }).toBe(1);
    await Promise.all([expect(sending).rejects.toThrow('MAIL: did not answer'), twins().stop()]);
    await twins().stop();
  });
});
