import { argv } from 'node:process';
import { runSchedule } from '../run-schedule.ts';
import { seedsFrom } from '../run-seeds.ts';
import { readTrial, type TrialNews } from './trial.ts';

// Without whoever waits for the verdict it is of no use to go on.
process.once('disconnect', () => process.exit());

const tell = (news: TrialNews) => process.send?.(news);

for (const seed of seedsFrom(1, readTrial(argv).runs)) {
  const [first] = (await runSchedule(seed)).violations;
  tell({ seed, ...(first ? { violated: first.invariant, saw: `${first.job}: ${first.saw}` } : {}) });
  if (first) break;
}
process.disconnect?.();
