import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThrottledError } from '../../../millrace/local/event-source/throttled-error.ts';
import { type FailedRequest, type HttpApi, startHttpApi } from '../../../millrace/local/http-api/http-api.ts';
import { systemClock } from '../../../millrace/message/clock.ts';
import { type SigningOverrides, signedHeaders } from './local-signature.ts';

const invoke = vi.fn<(functionName: string, event: unknown) => Promise<unknown>>();
const reportFailure = vi.fn<(failure: FailedRequest) => void>();
let integrationTimeouts: (() => void)[] = [];
const clock = {
  now: systemClock.now,
  after: (_delayMs: number, callback: () => void) => {
    integrationTimeouts.push(callback);
    return () => undefined;
  },
};
let api: HttpApi;

beforeAll(async () => {
  const routes = [
    { routeKey: 'POST /jobs/{type}', authorization: 'AWS_IAM', functionName: 'api' },
    { routeKey: 'GET /jobs/{id}', authorization: 'AWS_IAM', functionName: 'api' },
    { routeKey: 'GET /open', authorization: 'NONE', functionName: 'api' },
  ] as const;
  api = await startHttpApi({ port: 0, routes, invoke, clock, reportFailure });
});
beforeEach(() => {
  reportFailure.mockReset();
});
afterAll(async () => {
  await api.stop();
});

async function signed(method: string, path: string, body = '', overrides: SigningOverrides = {}) {
  const url = new URL(path, api.url);
  const headers = { 'content-type': 'application/json', ...signedHeaders(method, url, body, overrides) };
  return await fetch(url, { method, headers, ...(body === '' ? {} : { body }) });
}

function answerWith(answer: unknown): void {
  integrationTimeouts = [];
  invoke.mockReset().mockResolvedValue(answer);
}

describe('a route behind IAM', () => {
  it('answers a request signed with the local credentials', async () => {
    answerWith({ statusCode: 202, headers: { Location: '/jobs/x' }, body: '{"id":"x"}' });
    const response = await signed('POST', '/jobs/email.send', '{"payload":{}}');
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([
      202,
      '/jobs/x',
      '{"id":"x"}',
    ]);
  });

  it.each(['/jobs/email.send:d-1', '/jobs/email.send%3Ad-1', '/jobs/a%2Fb', '/jobs/x?b=2&a=1%20x', '/jobs/%C3%A4'])(
    'checks the signature over path and query as they were sent: %s',
    async (path) => {
      answerWith({ statusCode: 200 });
      expect((await signed('GET', path)).status).toBe(200);
    },
  );

  it('takes the hash of the body as a signed header too', async () => {
    answerWith({ statusCode: 202 });
    const contentHash = createHash('sha256').update('{}').digest('hex');
    expect((await signed('POST', '/jobs/email.send', '{}', { contentHash })).status).toBe(202);
  });

  it('refuses an unsigned request', async () => {
    answerWith({ statusCode: 202 });
    const response = await fetch(new URL('/jobs/email.send', api.url), { method: 'POST', body: '{}' });
    expect([response.status, await response.text()]).toEqual([403, '{"message":"Forbidden"}']);
    expect(invoke).not.toHaveBeenCalled();
  });

  it.each<[string, SigningOverrides]>([
    ['another secret', { secretAccessKey: 'other' }],
    ['another key', { accessKeyId: 'other' }],
    ['another region', { region: 'eu-west-1' }],
    ['another service', { service: 'sqs' }],
    ['another body', { body: '{"amount":1}' }],
    ['a hash that is not the body’s', { contentHash: 'a'.repeat(64) }],
    ['a date six minutes ago', { at: new Date(Date.now() - 6 * 60_000) }],
    ['a date six minutes ahead', { at: new Date(Date.now() + 6 * 60_000) }],
  ])('refuses a signature with %s', async (_what, overrides) => {
    answerWith({ statusCode: 202 });
    expect((await signed('POST', '/jobs/email.send', '{"amount":2}', overrides)).status).toBe(403);
    expect(invoke).not.toHaveBeenCalled();
  });

  it('answers curl with --aws-sigv4', async () => {
    answerWith({ statusCode: 202, body: 'ok' });
    const { stdout } = await promisify(execFile)('curl', [
      '-sS',
      ...['--aws-sigv4', 'aws:amz:us-east-1:execute-api', '-u', 'local:local'],
      ...['-H', 'content-type: application/json', '-d', '{"payload":{"a":"ä"}}'],
      `${api.url}/jobs/email.send`,
    ]);
    expect(stdout).toBe('ok');
  });
});

describe('the event a function gets', () => {
  it('is of payload format 2.0', async () => {
    answerWith({ statusCode: 200 });
    await signed('POST', '/jobs/email%2Esend?a=1&a=2&b=x%20y', '{"payload":{}}');
    expect(invoke).toHaveBeenCalledWith('api', {
      version: '2.0',
      routeKey: 'POST /jobs/{type}',
      rawPath: '/jobs/email%2Esend',
      rawQueryString: 'a=1&a=2&b=x%20y',
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
      queryStringParameters: { a: '1,2', b: 'x y' },
      pathParameters: { type: 'email.send' },
      body: '{"payload":{}}',
      isBase64Encoded: false,
      requestContext: expect.objectContaining({
        accountId: '000000000000',
        authorizer: { iam: expect.objectContaining({ accessKey: 'local' }) },
        http: expect.objectContaining({ method: 'POST', path: '/jobs/email%2Esend' }),
        routeKey: 'POST /jobs/{type}',
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      }),
    });
  });

  it('carries a body that is not text in base64', async () => {
    answerWith({ statusCode: 200 });
    await fetch(new URL('/open', api.url), { headers: { 'content-type': 'image/png' } });
    const url = new URL('/jobs/image.resize', api.url);
    const headers = { 'content-type': 'application/octet-stream', ...signedHeaders('POST', url, 'abc') };
    await fetch(url, { method: 'POST', headers, body: 'abc' });
    expect(invoke.mock.lastCall?.[1]).toMatchObject({ body: 'YWJj', isBase64Encoded: true });
  });
});

describe('what API Gateway answers itself', () => {
  it('is 404 for a route that there is not', async () => {
    const response = await fetch(new URL('/nothing', api.url));
    expect([response.status, await response.text()]).toEqual([404, '{"message":"Not Found"}']);
  });

  it('is 413 for a body over 10 MB', async () => {
    answerWith({ statusCode: 200 });
    expect((await signed('POST', '/jobs/email.send', 'x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await signed('POST', '/jobs/email.send', 'x'.repeat(10 * 1024 * 1024))).status).toBe(200);
  });

  it.each([
    ['500 where the function fails', new Error('Runtime exited'), 500, 'Internal Server Error'],
    ['503 where it is throttled', new ThrottledError('Rate Exceeded.'), 503, 'Service Unavailable'],
  ])('is %s', async (_what, error, status, message) => {
    invoke.mockReset().mockRejectedValue(error);
    const response = await fetch(new URL('/open', api.url));
    expect([response.status, await response.json()]).toEqual([status, { message }]);
  });

  it('is 503 where the function takes longer than 30 s', async () => {
    integrationTimeouts = [];
    invoke.mockReset().mockReturnValue(new Promise(() => undefined));
    const pending = fetch(new URL('/open', api.url));
    await vi.waitFor(() => expect(integrationTimeouts).toHaveLength(1));
    integrationTimeouts[0]?.();
    expect((await pending).status).toBe(503);
  });

  it.each([
    ['500 where the answer has no usable status', { statusCode: 'abc' }, 500, '{"message":"Internal Server Error"}'],
    ['200 with the answer itself where it has none', { id: 'x' }, 200, '{"id":"x"}'],
  ])('is %s', async (_what, answer, status, text) => {
    answerWith(answer);
    const response = await fetch(new URL('/open', api.url));
    expect([response.status, await response.text()]).toEqual([status, text]);
  });
});

describe('a request that its function fails', () => {
  const failure = (because: string) => [[{ request: 'GET /open', because }]];

  it('is reported with what the caller is not told', async () => {
    invoke.mockReset().mockRejectedValue(new Error('Error: no table is named'));
    await fetch(new URL('/open?a=1', api.url));
    expect(reportFailure.mock.calls).toEqual(failure('Error: no table is named'));
  });

  it.each([
    ['status', { statusCode: 'abc' }, 'its function answered with a statusCode or a body that is none'],
    ['header', { statusCode: 200, headers: { 'a b': 'c' } }, 'Header name must be a valid HTTP token ["a b"]'],
  ])('is reported where the answer has no usable %s', async (_what, answer, because) => {
    answerWith(answer);
    expect((await fetch(new URL('/open', api.url))).status).toBe(500);
    expect(reportFailure.mock.calls).toEqual(failure(because));
  });

  it('is not reported where it was only throttled: the pool tells of that', async () => {
    invoke.mockReset().mockRejectedValue(new ThrottledError('Rate Exceeded.'));
    await fetch(new URL('/open', api.url));
    expect(reportFailure).not.toHaveBeenCalled();
  });
});
