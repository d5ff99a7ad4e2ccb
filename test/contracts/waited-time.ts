import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../millrace/message/clock.ts';
import type { EngineTime } from './engine-under-test.ts';

// An engine may be a little late with what falls due.
const GRACE_MS = 300;
const LONGEST_WAIT_SECONDS = 20;

/** Time at an engine that is not ours: a few seconds are really waited for, minutes are not. */
export function waitedTime(): EngineTime {
  return {
    briefSeconds: 2,
    now: async () => systemClock.now(),
    pass: (seconds) => wait(seconds * 1000 + GRACE_MS),
    holding: async (_target, requests) => {
      const answers = requests.map((request) => request());
      await wait(GRACE_MS);
      return answers;
    },
    skipWait: (skip, seconds) =>
      skip(
        seconds > LONGEST_WAIT_SECONDS,
        `${seconds} seconds would have to pass, and this engine’s clock can’t be moved on`,
      ),
    sweepTtl: async (skip) => skip('AWS deletes expired items within days, and nothing hurries this engine'),
  };
}
