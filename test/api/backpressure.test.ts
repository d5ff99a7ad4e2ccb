import { describe, expect, it } from 'vitest';
import { drainedAfterSeconds, MAX_DEPTH, runBackpressure } from './backpressure-trial.ts';

const REQUESTS = 5_000;

describe('five thousand requests for jobs of a consumer that was made slow', () => {
  it.each([
    ['ten seconds', { withinSeconds: 10, jobsPerSecond: 10 }],
    ['a minute', { withinSeconds: 60, jobsPerSecond: 5 }],
    ['half a minute, of one not that slow', { withinSeconds: 30, jobsPerSecond: 30 }],
    ['five minutes, to three environments of the API', { withinSeconds: 300, jobsPerSecond: 10, processes: 3 }],
  ])(
    'within %s are accepted or refused, each one, and those that wait as told are accepted next',
    async (_what, slow) => {
      const { clients, answers, deepest, doneBySecond, records } = await runBackpressure({
        requests: REQUESTS,
        ...slow,
      });

      const tries = clients.reduce((sum, client) => sum + client.tries, 0);
      expect(answers[202] + answers[429]).toBe(tries);
      expect(answers[202]).toBe(REQUESTS);
      expect([...records.values()].filter(({ status }) => status === 'COMPLETED')).toHaveLength(REQUESTS);
      expect(doneBySecond.at(-1)).toBe(REQUESTS);

      // With several environments, by what the others send in the second between two looks at a queue that is half full.
      const perSecond = Math.ceil(REQUESTS / slow.withinSeconds);
      expect(deepest).toBeLessThanOrEqual(MAX_DEPTH + ('processes' in slow ? perSecond : 0));

      const refused = clients.flatMap(({ refusal, tries }) => (refusal ? [{ ...refusal, tries }] : []));
      expect(refused.length).toBeGreaterThan(REQUESTS / 2);
      expect(refused.filter((client) => client.tries === 2).length).toBeGreaterThanOrEqual(0.9 * refused.length);
      const tooLong = refused.filter(
        (refusal) => refusal.waitSeconds > Math.max(2, 2 * drainedAfterSeconds(doneBySecond, refusal)),
      );
      expect(tooLong).toEqual([]);
    },
  );

  it('from plain producers, which can tell one another nothing, overfill a queue by what one reading lets in', async () => {
    const slow = { withinSeconds: 10, jobsPerSecond: 10, processes: 3, apart: true };
    const { answers, deepest, doneBySecond } = await runBackpressure({ requests: REQUESTS, ...slow });
    expect(answers[202]).toBe(REQUESTS);
    expect(doneBySecond.at(-1)).toBe(REQUESTS);
    expect(deepest).toBeLessThanOrEqual(MAX_DEPTH + 5 * (REQUESTS / slow.withinSeconds));
  });
});
