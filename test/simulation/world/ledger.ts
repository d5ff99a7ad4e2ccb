import type { RedriveReport } from '../../../millrace/ops/redrive/redrive-report.ts';
import type { JobRecord, StoredConfidential, StoredMessage } from '../../../millrace/record/job-record.ts';
import type { RecordWrite } from '../../../millrace/record/record-table.ts';
import type { Host } from './host.ts';
import type { Plan } from './plan.ts';
import type { LastRedrive, RedriveSeen } from './redrive-seen.ts';
import type { SentSeen } from './sent-seen.ts';
import type { Deed, SimPayload, SimSettings } from './sim-job.ts';
import type { TurnsSeen } from './turns-seen.ts';

/** One write that changed a record. */
export interface WriteSeen {
  readonly atMs: number;
  readonly writer: string;
  readonly write: RecordWrite;
  readonly before: JobRecord | undefined;
  readonly after: JobRecord;
  /** The record that it replaced, being past its lifetime: `before` is undefined then. */
  readonly forgotten: JobRecord | undefined;
  /** What stands beside the record. */
  readonly confidential?: StoredConfidential | undefined;
  /** The message that is kept under the record's death. */
  readonly kept: StoredMessage | undefined;
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
  /** What was left of the invocation, by its own clock, when the claim was sent. */
  readonly leftMs: number;
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
  readonly payload: SimPayload;
  /** The record as it stood when the run began. */
  readonly found: JobRecord | undefined;
  readonly atMs: number;
  /** What the handler came to: undefined where it never returned. */
  end?: 'returned' | 'threw';
  effects: number;
  /** Names of the steps that it was told are done. */
  readonly stepsDone: string[];
  readonly does: Deed;
  /** The job's confidential data, as the run read it. */
  dataRead?: string;
  /** The provider was asked about an effect, and could not tell, or did not answer. */
  wasUnsure?: boolean;
}

export interface EffectSeen {
  readonly run: RunSeen;
  readonly atMs: number;
  /** The record as it stood then. */
  readonly found: JobRecord | undefined;
}

/** What a consumer says a delivery came to. */
export interface OutcomeSeen {
  readonly writer: string;
  readonly outcome: string;
  readonly jobId: string;
  readonly record: JobRecord | undefined;
  readonly reason: string;
  readonly hiddenSeconds: number | undefined;
  /** Calls so far that hid this delivery, its lease among them. */
  readonly hides: number;
}

/** A message that the mapping deletes. */
export interface AcknowledgedSeen {
  readonly body: string;
  readonly sent: SentSeen | undefined;
  readonly record: JobRecord | undefined;
  /** How often a copy of it was put into the dead-letter queue so far. */
  readonly parked: number;
}

/** A step's work is called. */
export interface StepSeen {
  readonly run: RunSeen;
  readonly step: string;
  /** The record as it stands then. */
  readonly found: JobRecord | undefined;
}

/** Confidential data that was put, or erased. */
export interface DataSeen {
  readonly id: string;
  readonly writer: string;
  readonly atMs: number;
  readonly before: StoredConfidential | undefined;
  readonly after: StoredConfidential | undefined;
  /** The record as it stood then. */
  readonly record: JobRecord | undefined;
}

/** Everything that was seen in a schedule, by who did it: what the invariants are about. */
export interface Ledger {
  readonly plan: Plan;
  readonly settings: SimSettings;
  readonly functionTimeoutSeconds: number;
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
  /** The deaths under which an edited message was redriven, by its body. */
  readonly redrivenEdits: Map<string, Set<string>>;
  readonly isOrdered: boolean;
  recordOf(id: string): JobRecord | undefined;
  /** Ids of jobs whose record was past its lifetime once. */
  readonly forgotten: Set<string>;
  /** True time at which somebody last wrote to a record, or was refused. */
  readonly askedAtMs: Map<string, number>;
  /** Bodies of messages that were deleted from the queue. */
  readonly acknowledged: Set<string>;
  /** The next place of a message that reaches the queue. */
  places(): number;
  /** By the operator's name. */
  readonly redrives: Map<string, RedriveSeen>;
  lastRedrive: LastRedrive | undefined;
  /** Calls that hid a delivery, by its environment and receipt handle. */
  readonly hides: Map<string, number>;
  /** The delivery of a message that an environment has, by both their names. */
  readonly handles: Map<string, string>;
  /** What each invocation was told before its runs. */
  readonly turns: Map<string, TurnsSeen>;
  /** Bodies of messages that SQS moved by itself, by message id. */
  readonly movedNatively: Map<string, string>;
  readonly reports: RedriveReport[];
  /** Jobs of which a double may lie in the dead-letter queue: a parking's send or its acknowledgement failed. */
  readonly touched: Set<string>;
  touch(body: string): void;
  /** The environments, by name. */
  readonly hosts: Map<string, Pick<Host, 'hits' | 'frozeAtMs' | 'isOver'>>;
}

export function createLedger(plan: Plan, recordOf: Ledger['recordOf'] = () => undefined): Ledger {
  const { settings, jobs } = plan;
  const sent: Ledger['sent'] = new Map();
  const touched = new Set<string>();
  let placesTaken = 0;
  return {
    sent,
    touched,
    touch: (body) => void touched.add(sent.get(body)?.jobId ?? body),
    maxAttempts: settings.maxAttempts,
    isOrdered: settings.isOrdered,
    settings,
    plan,
    functionTimeoutSeconds: jobs.newest.timing.functionTimeoutSeconds,
    hosts: new Map(),
    writes: [],
    claims: new Map(),
    runs: [],
    parked: new Map(),
    cancelAsked: new Set(),
    deaths: new Set(),
    redrivenDeaths: new Set(),
    redrivenEdits: new Map(),
    recordOf,
    forgotten: new Set(),
    askedAtMs: new Map(),
    acknowledged: new Set(),
    places: () => ++placesTaken,
    redrives: new Map(),
    lastRedrive: undefined,
    hides: new Map(),
    handles: new Map(),
    turns: new Map(),
    movedNatively: new Map(),
    reports: [],
  };
}
