import { deadPartition } from '../dead-index.ts';
import type { DeathReason, Failure, JobRecord } from '../job-record.ts';
import { toIso } from './job-content.ts';

/** A job's death, claimed or not. */
export interface Death {
  readonly deathId: string;
  readonly reason: DeathReason;
  readonly nowMs: number;
  readonly expiration: number;
  /** Absent: those the record holds already stay. */
  readonly failures?: readonly Failure[] | undefined;
}

export const DEATH_MARKS = ['death_id', 'dead_partition', 'dead_at', 'reason'] as const;

/** What a death sets, claimed or not. */
export function deathOf(id: string, type: string, death: Death): Partial<JobRecord> {
  return {
    status: 'DEAD',
    reason: death.reason,
    death_id: death.deathId,
    dead_at: toIso(death.nowMs),
    dead_partition: deadPartition(type, id),
    ended_at: toIso(death.nowMs),
    expiration: death.expiration,
    ...(death.failures === undefined ? {} : { failures: death.failures }),
  };
}
