import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { Host } from './host.ts';
import type { PlannedRedrive } from './plan.ts';

/** What a redrive was asked for, and did. */
export interface RedriveSeen {
  readonly asked: Omit<PlannedRedrive, 'atMs'>;
  readonly onlyId: string | undefined;
  readonly host: Pick<Host, 'hits'>;
  /** Each record as it was last told. */
  readonly reads: Map<string, JobRecord | undefined>;
  /** Ids of the messages that it was given. */
  readonly received: Set<string>;
  /** When it was last given some. */
  receivedAtMs: number;
  /** Death ids and job ids of the copies that it sent. */
  readonly sent: Set<string>;
  copies: number;
  deletes: number;
  writes: number;
}

/** What lay in the dead-letter queue when the last redrive began, all being calm. */
export interface LastRedrive {
  readonly atMs: number;
  readonly endedMs: number;
  readonly letters: readonly { readonly body: string; readonly deathId: string | undefined }[];
  readonly records: ReadonlyMap<string, JobRecord>;
}
