import { expect, it, onTestFinished } from 'vitest';
import { startHttpApi } from '../../../millrace/local/http-api/http-api.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';

const NONE = { authorization: 'NONE', functionName: 'api' } as const;

async function openThrottled() {
  const clock = createVirtualClock();
  const routes = [
    { ...NONE, routeKey: 'GET /slow', throttle: { requestsPerSecond: 2, burstRequests: 3 } },
    { ...NONE, routeKey: 'GET /other', throttle: { requestsPerSecond: 2, burstRequests: 3 } },
    { ...NONE, routeKey: 'GET /free' },
  ];
  const invoke = async () => ({ statusCode: 200, body: 'in' });
  const api = await startHttpApi({ port: 0, routes, invoke, clock, reportFailure: () => undefined });
  onTestFinished(() => api.stop());
  const statuses = async (path: string, count: number) => {
    const found: number[] = [];
    for (let asked = 0; asked < count; asked++) found.push((await fetch(api.url + path)).status);
    return found;
  };
  return { clock, url: api.url, statuses };
}

it('a route takes its burst, then answers 429 as API Gateway does', async () => {
  const { statuses, url } = await openThrottled();
  expect(await statuses('/slow', 5)).toEqual([200, 200, 200, 429, 429]);
  const response = await fetch(`${url}/slow`);
  expect([response.status, await response.text()]).toEqual([429, '{"message":"Too Many Requests"}']);
});

it('a route takes more as its seconds pass, and never more than its burst at once', async () => {
  const { statuses, clock } = await openThrottled();
  await statuses('/slow', 3);
  clock.advance(0.5);
  expect(await statuses('/slow', 2)).toEqual([200, 429]);
  clock.advance(3600);
  expect(await statuses('/slow', 4)).toEqual([200, 200, 200, 429]);
});

it('a flood on one route leaves the others alone', async () => {
  const { statuses } = await openThrottled();
  await statuses('/slow', 4);
  expect(await statuses('/other', 1)).toEqual([200]);
  expect(await statuses('/free', 10)).toEqual(Array(10).fill(200));
});
