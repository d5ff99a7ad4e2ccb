import type { RunningJob } from '../../millrace/consumer/work.ts';
import type { FakeWorld } from './fake-job.ts';
import { createTrialHost, type TrialHostOptions } from './trial-host.ts';

export interface EffectWorld extends Pick<FakeWorld, 'wait' | 'killHost'> {
  /** Something happens at a provider, under this key. */
  effect(key: string): void;
}

export type SteppingHost = ReturnType<typeof createSteppingHost>;

const NEVER = new Promise<never>(() => undefined);

/** A host of one job whose work is the test's own; it remembers which effects happened, and under which keys. */
export function createSteppingHost(
  work: (job: RunningJob, world: EffectWorld) => unknown,
  options: Omit<TrialHostOptions, 'work'> = {},
) {
  const effects: string[] = [];
  const host = createTrialHost({
    ...options,
    work: (world) => async (job) => {
      if (world.isDead()) return NEVER;
      world.began(job);
      const effect = (key: string) => {
        if (!world.isDead()) effects.push(key);
      };
      return work(job, { ...world, effect });
    },
  });
  return Object.assign(host, { effects });
}
