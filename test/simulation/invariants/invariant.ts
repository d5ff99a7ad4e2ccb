import type { RedriveReport } from '../../../millrace/ops/redrive/redrive-report.ts';
import type { JobRecord, StoredConfidential, StoredMessage } from '../../../millrace/record/job-record.ts';
import type { CopySeen } from '../world/copy-seen.ts';
import type { FaultCounts } from '../world/faults.ts';
import type {
  AcknowledgedSeen,
  DataSeen,
  EffectSeen,
  Ledger,
  OutcomeSeen,
  RunSeen,
  StepSeen,
  WriteSeen,
} from '../world/ledger.ts';
import type { Plan } from '../world/plan.ts';
import type { RedriveSeen } from '../world/redrive-seen.ts';
import type { TestSeen } from '../world/turns-seen.ts';

/** What breaks an invariant: about which job, and what was seen. */
export interface Finding {
  readonly job: string;
  readonly saw: string;
}

/** What is there when all is calm and the queue is empty. */
export interface EndState {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly records: ReadonlyMap<string, JobRecord>;
  /** Keys of the kept messages. */
  readonly keptMessages: ReadonlyMap<string, StoredMessage>;
  readonly confidential: ReadonlyMap<string, StoredConfidential>;
  readonly deadLetters: readonly DeadLetterSeen[];
  readonly faults: FaultCounts;
}

export interface DeadLetterSeen {
  readonly messageId: string;
  readonly body: string;
  readonly deathId: string | undefined;
  readonly reason: string | undefined;
  readonly isVisible: boolean;
}

/** One thing that must hold, looked at wherever it could break. */
export interface Invariant {
  readonly name: string;
  onWrite?(seen: WriteSeen, ledger: Ledger): Finding | undefined;
  onRun?(seen: RunSeen, ledger: Ledger): Finding | undefined;
  onEffect?(seen: EffectSeen, ledger: Ledger): Finding | undefined;
  onAcknowledged?(seen: AcknowledgedSeen, ledger: Ledger): Finding | undefined;
  onCopy?(seen: CopySeen, ledger: Ledger): Finding | undefined;
  onOutcome?(seen: OutcomeSeen, ledger: Ledger): Finding | undefined;
  /** A run took the place of the one that tests an open breaker. */
  onTest?(seen: TestSeen, ledger: Ledger): Finding | undefined;
  /** A step's work is called. */
  onStep?(seen: StepSeen, ledger: Ledger): Finding | undefined;
  /** Confidential data was put, or erased. */
  onData?(seen: DataSeen, ledger: Ledger): Finding | undefined;
  onReport?(report: RedriveReport, redrive?: RedriveSeen): Finding | undefined;
  atEnd?(end: EndState): readonly Finding[];
}
