import type { RedriveReport } from '../../../millrace/ops/redrive/redrive-report.ts';
import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { RecordWrite } from '../../../millrace/record/record-table.ts';
import type { Host } from './host.ts';
import type { Deed } from './sim-job.ts';

/** One write that changed a record. */
export interface WriteSeen {
  readonly atMs: number;
  readonly writer: string;
  readonly write: RecordWrite;
  readonly before: JobRecord | undefined;
  readonly after: JobRecord;
}

/** One claim that was written, whether or not its answer arrived. */
export interface ClaimSeen {
  readonly fence: string;
  readonly id: string;
  readonly writer: string;
  readonly alone: boolean;
  /** True time at which Lambda ends the invocation that claims. */
  readonly deadlineMs: number;
  /** How often faults had touched the writer when it claimed. */
  readonly hitsBefore: number;
  /** It claimed a job that was to be cancelled. */
  readonly toCancel: boolean;
  /** The request was given up before it arrived. */
  readonly isLate: boolean;
  run?: RunSeen;
  settledAs?: JobRecord['status'];
}

/** One call of the handler. */
export interface RunSeen {
  readonly id: string;
  readonly writer: string;
  readonly attempt: number;
  readonly claim: ClaimSeen | undefined;
  /** The record as it stood when the run began. */
  readonly found: JobRecord | undefined;
  readonly atMs: number;
  /** What the handler came to: undefined where it never returned. */
  end?: 'returned' | 'threw';
  effects: number;
  readonly does: Deed;
}

export interface EffectSeen {
  readonly run: RunSeen;
  readonly atMs: number;
  /** The record as it stood then. */
  readonly found: JobRecord | undefined;
}

/** One message that was put on the queue, by its body. */
export interface SentSeen {
  readonly body: string;
  /** Undefined for a message that holds no job. */
  readonly jobId: string | undefined;
  readonly version: number;
  /** Hash of the payload as sent. */
  readonly validation: string;
  readonly does: Deed | 'garbage';
  readonly expires: boolean;
  /** Two sends of one payload in the same millisecond have one body. */
  times: number;
  /** A producer was told that it is sent. */
  accepted: boolean;
}

/** A copy under a death, put into one of the two queues. */
export interface CopySeen {
  readonly to: 'the queue' | 'the dead-letter queue';
  readonly deathId: string;
  readonly sender: string;
}

/** What a consumer says a delivery came to. */
export interface OutcomeSeen {
  readonly writer: string;
  readonly outcome: string;
  readonly jobId: string;
  readonly record: JobRecord | undefined;
}

/** A message that the mapping deletes. */
export interface AcknowledgedSeen {
  readonly body: string;
  readonly sent: SentSeen | undefined;
  readonly record: JobRecord | undefined;
  /** How often a copy of it was put into the dead-letter queue so far. */
  readonly parked: number;
}

/** Everything that was seen in a schedule, by who did it: what the invariants are about. */
export interface Ledger {
  readonly maxAttempts: number;
  readonly writes: WriteSeen[];
  readonly claims: Map<string, ClaimSeen>;
  readonly runs: RunSeen[];
  readonly sent: Map<string, SentSeen>;
  /** Copies put into the dead-letter queue, by body. */
  readonly parked: Map<string, number>;
  /** Ids of jobs that somebody wanted cancelled. */
  readonly cancelAsked: Set<string>;
  /** Every death id that was ever written into a record. */
  readonly deaths: Set<string>;
  readonly redrivenDeaths: Set<string>;
  /** Bodies of messages that SQS moved by itself, by message id. */
  readonly movedNatively: Map<string, string>;
  readonly reports: RedriveReport[];
  /** Jobs of which a double may lie in the dead-letter queue: a parking's send or its acknowledgement failed. */
  readonly touched: Set<string>;
  touch(body: string): void;
  /** The environments, by name. */
  readonly hosts: Map<string, Pick<Host, 'hits' | 'frozeAtMs' | 'isOver'>>;
}

export function createLedger(maxAttempts: number): Ledger {
  const sent: Ledger['sent'] = new Map();
  const touched = new Set<string>();
  return {
    sent,
    touched,
    touch: (body) => void touched.add(sent.get(body)?.jobId ?? body),
    maxAttempts,
    hosts: new Map(),
    writes: [],
    claims: new Map(),
    runs: [],
    parked: new Map(),
    cancelAsked: new Set(),
    deaths: new Set(),
    redrivenDeaths: new Set(),
    movedNatively: new Map(),
    reports: [],
  };
}
