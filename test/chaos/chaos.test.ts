import { describe, expect, it } from 'vitest';
import { chaos } from './chaos.ts';
import { describeTally, undueDeaths } from './tally.ts';

const JOBS = 300;
const SEED = 1;

describe('three hundred jobs of five steps each', () => {
  it('all complete with each effect once, though workers are killed at random and services misbehave', {
    timeout: 300_000,
  }, async ({ annotate }) => {
    const { tally, evidence, seconds } = await chaos({ jobs: JOBS, seed: SEED });
    await annotate(`seed ${SEED}: ${describeTally(tally)}; ${seconds.toFixed(1)} s`);
    expect(evidence).toEqual({
      completed: 300,
      notCompleted: [],
      notChargedOnce: [],
      notSentOneReceipt: [],
      notWrittenOnce: [],
      resultUntrue: [],
    });
    expect(undueDeaths(tally)).toEqual([]);
    expect(tally.kills).toBeGreaterThan(0);
    expect(tally.endedBetweenSteps).toBeGreaterThan(0);
    expect(tally.failedRuns).toBeGreaterThan(0);
    expect(tally.redeliveries).toBeGreaterThan(0);
  });
});
