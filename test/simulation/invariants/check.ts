import type { RedriveReport } from '../../../millrace/ops/redrive/redrive-report.ts';
import type { CopySeen } from '../world/copy-seen.ts';
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
import type { RedriveSeen } from '../world/redrive-seen.ts';
import type { TestSeen } from '../world/turns-seen.ts';
import { invariants } from './all-invariants.ts';
import type { EndState, Finding, Invariant } from './invariant.ts';

export interface Violation extends Finding {
  readonly invariant: string;
}

/** All invariants, looking on. */
export interface Invariants {
  onWrite(seen: WriteSeen): void;
  onRun(seen: RunSeen): void;
  onEffect(seen: EffectSeen): void;
  onAcknowledged(seen: AcknowledgedSeen): void;
  onCopy(seen: CopySeen): void;
  onOutcome(seen: OutcomeSeen): void;
  onTest(seen: TestSeen): void;
  onStep(seen: StepSeen): void;
  onData(seen: DataSeen): void;
  onReport(report: RedriveReport, redrive: RedriveSeen): void;
  atEnd(end: EndState): void;
  /** Something else that must not happen did. */
  broken(invariant: string, job: string, saw: string): void;
  readonly violations: readonly Violation[];
}

export function watchInvariants(ledger: Ledger): Invariants {
  const violations: Violation[] = [];
  const keep = (invariant: string, finding: Finding | undefined) => {
    if (finding) violations.push({ invariant, ...finding });
  };
  const ask = (look: (invariant: Invariant) => Finding | undefined) => {
    for (const invariant of invariants) keep(invariant.name, look(invariant));
  };
  return {
    violations,
    broken: (invariant, job, saw) => keep(invariant, { job, saw }),
    onWrite: (seen) => ask((invariant) => invariant.onWrite?.(seen, ledger)),
    onRun: (seen) => ask((invariant) => invariant.onRun?.(seen, ledger)),
    onEffect: (seen) => ask((invariant) => invariant.onEffect?.(seen, ledger)),
    onAcknowledged: (seen) => ask((invariant) => invariant.onAcknowledged?.(seen, ledger)),
    onCopy: (seen) => ask((invariant) => invariant.onCopy?.(seen, ledger)),
    onOutcome: (seen) => ask((invariant) => invariant.onOutcome?.(seen, ledger)),
    onTest: (seen) => ask((invariant) => invariant.onTest?.(seen, ledger)),
    onStep: (seen) => ask((invariant) => invariant.onStep?.(seen, ledger)),
    onData: (seen) => ask((invariant) => invariant.onData?.(seen, ledger)),
    onReport: (report, redrive) => ask((invariant) => invariant.onReport?.(report, redrive)),
    atEnd: (end) => {
      for (const invariant of invariants) {
        for (const finding of invariant.atEnd?.(end) ?? []) keep(invariant.name, finding);
      }
    },
  };
}
