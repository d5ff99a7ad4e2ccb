import { SHARDS, shardOf } from './shard-of.ts';

export function deadPartition(type: string, id: string): string {
  return `${type}#${shardOf(id)}`;
}

export function deadPartitions(type: string): readonly string[] {
  return SHARDS.map((shard) => `${type}#${shard}`);
}
