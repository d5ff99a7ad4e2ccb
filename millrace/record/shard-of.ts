import { createHash } from 'node:crypto';

/** An index's items are spread over a few partitions, so that a storm does not throttle on one. */
export const SHARDS = [0, 1, 2, 3] as const;

export function shardOf(id: string): number {
  return (createHash('md5').update(id).digest()[0] ?? 0) % SHARDS.length;
}
