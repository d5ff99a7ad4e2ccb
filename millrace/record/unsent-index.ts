import { SHARDS, shardOf } from './shard-of.ts';

/** Of all job types: whoever sends what was left asks for all of them each minute. */
export function unsentPartition(id: string): string {
  return `unsent#${shardOf(id)}`;
}

export const unsentPartitions: readonly string[] = SHARDS.map((shard) => `unsent#${shard}`);
