import { onTestFinished, vi } from 'vitest';
import { killCurrentWorker, never } from '../../millrace/testing/world/life.ts';

/**
 * The worker that makes the nth call of an outside service dies: before the service hears of it, or after it acted.
 * A test's own questions to the twins don't count.
 */
export function deadlyFetch(nth: number, when: 'before' | 'after'): void {
  const realFetch = globalThis.fetch;
  let calls = 0;
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    if (isOwnQuestion(request[0])) return realFetch(...request);
    calls += 1;
    if (calls !== nth) return realFetch(...request);
    if (when === 'after') await (await realFetch(...request)).text();
    killCurrentWorker();
    return never();
  });
}

function isOwnQuestion(input: Parameters<typeof fetch>[0]): boolean {
  return String(input instanceof Request ? input.url : input).includes('/_twin/');
}
