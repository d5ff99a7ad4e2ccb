import { expect } from 'vitest';
import type { EngineTime } from './engine-under-test.ts';

/** Time at an embedded engine, in this process or another, by its control routes: nothing is waited for. */
export function controlledTime(endpoint: string): EngineTime {
  const control = async (method: string, route: string, body?: object): Promise<Record<string, unknown>> => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const answer = await fetch(`${endpoint}/_millrace/${route}`, init);
    if (!answer.ok) throw new Error(`The engine refused ${method} ${route}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>; // every control route answers an object
  };
  const arrived = async (target: string) => Number((await control('GET', 'requests'))[target] ?? 0);

  return {
    briefSeconds: 10,
    now: async () => Date.parse(String((await control('GET', 'clock')).now)),
    pass: async (seconds) => {
      await control('POST', 'advance', { seconds });
    },
    holding: async (target, requests) => {
      const expected = (await arrived(target)) + requests.length;
      const answers = requests.map((request) => request());
      await expect.poll(() => arrived(target), { interval: 1, timeout: 5000 }).toBe(expected);
      return answers;
    },
    skipWait: () => undefined,
    sweepTtl: async () => {
      await control('POST', 'sweep-ttl');
    },
  };
}
