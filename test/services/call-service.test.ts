import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { callService, type ServiceCall } from '../../services/call-service.ts';
import { startTwins } from '../../services/twins/index.ts';
import { serveListener } from '../local/serve-listener.ts';

const secret = 'key-that-nobody-may-read';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Serves the mail service's place with a listener of the test's own. */
async function serve(listener: RequestListener): Promise<void> {
  vi.stubEnv('MAIL_URL', `http://localhost:${await serveListener(listener)}/base/`);
}

function call(more: Partial<ServiceCall<z.ZodType>> = {}) {
  const answer = z.object({ id: z.string() });
  const signal = new AbortController().signal;
  return callService({ service: 'MAIL', method: 'POST', path: '/v1/messages', answer, signal, ...more });
}

describe('a call to a service', () => {
  it('carries its JSON, its idempotency key and the API key to the path below the service address', async () => {
    vi.stubEnv('MAIL_API_KEY', secret);
    let seen: object = {};
    await serve(async ({ method, url, headers }, response) => {
      seen = {
        method,
        url,
        key: headers['idempotency-key'],
        type: headers['content-type'],
        auth: headers.authorization,
      };
      response.end('{"id":"m-1","more":1}');
    });
    expect(await call({ body: { to: 'x' }, idempotencyKey: 'email.send:d-1' })).toEqual({ id: 'm-1' });
    expect(seen).toEqual({
      method: 'POST',
      url: '/base/v1/messages',
      key: 'email.send:d-1',
      type: 'application/json',
      auth: 'Bearer key-that-nobody-may-read',
    });
  });

  it('has the API key at the end of its path where the service wants it there', async () => {
    vi.stubEnv('MAIL_API_KEY', secret);
    await serve(({ url, headers }, response) => {
      response.end(JSON.stringify({ id: `${url} ${headers.authorization}` }));
    });
    expect(await call({ keyInPath: true })).toEqual({
      id: '/base/v1/messages/key-that-nobody-may-read undefined',
    });
  });

  it.each([
    ['answers something else', '{"id":7}', 'MAIL: answered 200 with something else than expected: id'],
    ['answers no JSON', '<html>', 'MAIL: answered 200 with something else than expected: (answer)'],
  ])('fails for now when the service %s', async (_title, body, message) => {
    await serve((_request, response) => response.end(body));
    await expect(call()).rejects.toMatchObject({ name: 'ServiceCallError', message });
  });

  it('follows no redirect', async () => {
    const asked: string[] = [];
    await serve(({ url }, response) => {
      asked.push(url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(call()).rejects.toMatchObject({ name: 'ServiceCallError', message: 'MAIL: did not answer' });
    expect(asked).toEqual(['/base/v1/messages']);
  });

  it('fails for now when nobody listens', async () => {
    const twins = await startTwins();
    await twins.stop();
    vi.stubEnv('MAIL_URL', twins.environment.MAIL_URL);
    await expect(call()).rejects.toMatchObject({ message: 'MAIL: did not answer (ECONNREFUSED)', service: 'MAIL' });
  });

  it('ends when its run is aborted', async () => {
    const run = new AbortController();
    await serve(() => run.abort(new Error('out of time')));
    await expect(call({ signal: run.signal })).rejects.toMatchObject({
      name: 'ServiceCallError',
      message: 'MAIL: not waited for any longer, the run was aborted',
    });
  });

  it('tells neither key nor content in an error', async () => {
    vi.stubEnv('MAIL_API_KEY', secret);
    await serve((_request, response) =>
      response.writeHead(400).end('{"error":{"message":"ann@example.com is no address"}}'),
    );
    const error = await call({ body: { to: 'ann@example.com' }, keyInPath: true }).catch((reason: unknown) => reason);
    expect(String(error)).toBe('PermanentError: MAIL: answered 400');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/ann@|nobody-may-read/);
  });

  it.each([`${secret}\n`, 'schlüssel'])(
    'is not made with a key that no header can carry, and the key is not told',
    async (key) => {
      vi.stubEnv('MAIL_API_KEY', key);
      await serve((_request, response) => response.end('{"id":"m-1"}'));
      await expect(call()).rejects.toThrow('the API key of MAIL holds a blank, a line break or a letter outside ASCII');
    },
  );
});
