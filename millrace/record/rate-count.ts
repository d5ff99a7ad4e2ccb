import { sharedItemId } from '../definition/job-id.ts';
import type { RateWindow } from '../definition/rate-window.ts';
import type { Counting } from './shared-item.ts';

/** Longer than clocks differ, so that no window is counted twice. */
const OUTLIVES_SECONDS = 3_600;

/** The runs of one window of a job type, over all consumers. */
export function rateCount(type: string, window: RateWindow, nowMs: number, by: number): Counting {
  const at = Math.floor(nowMs / 1000 / window.seconds);
  return {
    id: sharedItemId(type, `rate/${window.seconds}/${at}`),
    by,
    expiration: (at + 1) * window.seconds + OUTLIVES_SECONDS,
  };
}
