import type { Course, Verdict } from './verdict.ts';

/** What a redrive did, or in a dry run would do: received = redriven + refused + skipped + discarded + failed. */
export interface RedriveReport {
  readonly dryRun: boolean;
  readonly received: number;
  readonly redriven: number;
  readonly refused: number;
  readonly skipped: number;
  readonly discarded: number;
  readonly failed: number;
  /** How many got each verdict; they too add up to what was received. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  readonly failures: readonly RedriveFailure[];
  /**
   * Redriven, but not deleted from the dead-letter queue: a second copy may follow, and is answered as a duplicate. What
   * was edited is left there as it was before, and may run in place of the edited one.
   */
  readonly possibleDoubles: readonly string[];
  /** Of one job: other ids under which the dead-letter queue holds a message that names it. */
  readonly foundUnder: readonly string[];
  /** Could not be made visible again: they come back by themselves within minutes. */
  readonly stillHidden: number;
  /** SQS's own count after the run, approximate; undefined where it gave none. */
  readonly aboutLeft: number | undefined;
  /** Of these, hidden by whoever else reads the queue. Counted only where this run was given none, since SQS's count lags. */
  readonly aboutHeldElsewhere: number;
  /** Why it ended early, and what to do where that is known. */
  readonly endedEarly?:
    | { readonly by: 'ctrl-c' }
    | { readonly by: 'error'; readonly message: string; readonly nextStep?: string };
}

export interface RedriveFailure {
  readonly id: string;
  readonly why: string;
}

/** Counts as the run goes. */
export interface Tally {
  count(verdict: Verdict, course: Course | 'fail'): void;
  fail(verdict: Verdict, failure: RedriveFailure): void;
  possibleDouble(id: string): void;
  foundUnder(id: string): void;
  readonly received: number;
  readonly redriven: number;
  snapshot(): Pick<
    RedriveReport,
    | 'received'
    | 'redriven'
    | 'refused'
    | 'skipped'
    | 'discarded'
    | 'failed'
    | 'verdicts'
    | 'failures'
    | 'possibleDoubles'
    | 'foundUnder'
  >;
}

export function createTally(): Tally {
  const counts = { redrive: 0, refuse: 0, skip: 0, discard: 0, fail: 0 };
  const verdicts: Partial<Record<Verdict, number>> = {};
  const failures: RedriveFailure[] = [];
  const possibleDoubles: string[] = [];
  const foundUnder: string[] = [];
  const count = (verdict: Verdict, course: Course | 'fail') => {
    counts[course] += 1;
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  };
  const received = () => Object.values(counts).reduce((sum, one) => sum + one, 0);
  return {
    count,
    fail(verdict, failure) {
      count(verdict, 'fail');
      failures.push(failure);
    },
    possibleDouble: (id) => possibleDoubles.push(id),
    foundUnder: (id) => foundUnder.push(id),
    get received() {
      return received();
    },
    get redriven() {
      return counts.redrive;
    },
    snapshot: () => ({
      received: received(),
      redriven: counts.redrive,
      refused: counts.refuse,
      skipped: counts.skip,
      discarded: counts.discard,
      failed: counts.fail,
      verdicts: { ...verdicts },
      failures: [...failures],
      possibleDoubles: [...possibleDoubles],
      foundUnder: [...foundUnder],
    }),
  };
}

/** The report of two queues of a job, in the order in which they were taken. */
export function addReports(one: RedriveReport, other: RedriveReport): RedriveReport {
  const verdicts = { ...one.verdicts };
  // The cast: Object.entries forgets the keys' type.
  for (const [verdict, count] of Object.entries(other.verdicts) as [Verdict, number][]) {
    verdicts[verdict] = (verdicts[verdict] ?? 0) + count;
  }
  const sum = (of: (report: RedriveReport) => number) => of(one) + of(other);
  const endedEarly = one.endedEarly ?? other.endedEarly;
  return {
    dryRun: one.dryRun,
    received: sum(({ received }) => received),
    redriven: sum(({ redriven }) => redriven),
    refused: sum(({ refused }) => refused),
    skipped: sum(({ skipped }) => skipped),
    discarded: sum(({ discarded }) => discarded),
    failed: sum(({ failed }) => failed),
    verdicts,
    failures: [...one.failures, ...other.failures],
    possibleDoubles: [...one.possibleDoubles, ...other.possibleDoubles],
    foundUnder: [...one.foundUnder, ...other.foundUnder],
    stillHidden: sum(({ stillHidden }) => stillHidden),
    aboutLeft:
      one.aboutLeft === undefined || other.aboutLeft === undefined ? undefined : one.aboutLeft + other.aboutLeft,
    aboutHeldElsewhere: sum(({ aboutHeldElsewhere }) => aboutHeldElsewhere),
    ...(endedEarly === undefined ? {} : { endedEarly }),
  };
}
