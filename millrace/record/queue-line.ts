import type { Counting, SharedItem } from './shared-item.ts';

/** Longer than clocks differ, and than any wait is told. */
const OUTLIVES_SECONDS = 2 * 3_600;
const DAY_SECONDS = 86_400;

/** What was sent to a queue, over all processes of the API. No job's id and no other item's begins like this. */
export function sentCount(queueName: string, by: number, nowMs: number): Counting {
  return { id: `~/sent/${queueName}`, by, expiration: Math.ceil(nowMs / 1000) + DAY_SECONDS };
}

/** Places in one stretch of time for jobs that a full queue refused. */
export function placeCount(queueName: string, slot: { readonly seconds: number; readonly number: number }): Counting {
  const { seconds, number } = slot;
  return {
    id: `~/places/${queueName}/${seconds}/${number}`,
    by: 1,
    expiration: (number + 1) * seconds + OUTLIVES_SECONDS,
  };
}

/** Beside the record that the job has none of yet. */
export function placeOf(jobId: string): string {
  return `${jobId}/place`;
}

export function placeItem(jobId: string, placeAtMs: number): SharedItem {
  const expiration = Math.ceil(placeAtMs / 1000) + OUTLIVES_SECONDS;
  return { id: placeOf(jobId), fence: 'place', place_at: placeAtMs, expiration };
}
