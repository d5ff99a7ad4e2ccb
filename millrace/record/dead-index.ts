import { createHash } from 'node:crypto';

const SHARDS = 4;

/** The dead of one type are spread over a few partitions, so that a storm of deaths does not throttle on one. */
export function deadPartition(type: string, id: string): string {
  const shard = (createHash('md5').update(id).digest()[0] ?? 0) % SHARDS;
  return `${type}#${shard}`;
}

export function deadPartitions(type: string): readonly string[] {
  return Array.from({ length: SHARDS }, (_, shard) => `${type}#${shard}`);
}
