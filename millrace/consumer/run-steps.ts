import { createTurns } from '../message/create-turns.ts';
import type { HeldClaim } from '../record/job-record.ts';
import type { WriteAnswer } from '../record/record-table.ts';
import type { StepState } from '../record/step-state.ts';
import { saveSteps } from '../record/writes/settling.ts';
import type { Invocation } from './invocation.ts';
import { CancelRequestedError, LostClaimError } from './step-errors.ts';
import { createStepLedger, type StepLedger } from './step-ledger.ts';
import { untilAnswered } from './until-answered.ts';

/** What one run knows of its job's steps, and how they end it. */
export interface RunSteps extends Pick<StepLedger, 'states' | 'unsaved' | 'reserve' | 'set'> {
  readonly held: HeldClaim;
  /** True where a step's work ended well in this run. */
  readonly hasFinishedOne: boolean;
  /** Why nothing more may start: the claim is lost, or the job is to be cancelled. */
  readonly stop: Error | undefined;
  /** How the run ends, whatever its handler makes of it. */
  readonly verdict: Error | undefined;
  /** Waits for an effect that a cancellation may not cut off: nobody would know whether it happened. */
  whole<Value>(effect: Promise<Value>): Promise<Value>;
  /** Says how the run ends, and answers it. */
  judge(verdict: Error): Error;
  finish(name: string, state: StepState): void;
  /** Stores what is known, again and again until the margin where the table does not answer. */
  save(): Promise<void>;
  /** The same, but once: without an answer an effect must not begin. */
  saveOnce(): Promise<void>;
}

/** `abort` ends what the run waits for. */
export function createRunSteps(invocation: Invocation, held: HeldClaim, abort: (reason: Error) => void): RunSteps {
  const ledger = createStepLedger(held);
  let hasFinishedOne = false;
  let stop: Error | undefined;
  let verdict: Error | undefined;
  let effects = 0;
  const halt = (reason: Error) => {
    stop ??= reason;
    if (effects === 0 || reason instanceof LostClaimError) abort(reason);
    return reason;
  };
  const judge = (found: Error) => {
    verdict ??= found;
    return found;
  };
  // One after the other: a write that overtook another would take back what that one stored.
  const inTurn = createTurns(1);
  const store = createStore(invocation, held, ledger);
  const write = async () => {
    const answer = await store();
    if (answer === 'lost') throw judge(halt(new LostClaimError(`${held.id} is not held by this run any more`)));
    if (answer === 'to-cancel') halt(new CancelRequestedError(`${held.id} is to be cancelled`));
  };
  return {
    ...{ held, judge, reserve: ledger.reserve, set: ledger.set },
    whole: async (effect) => {
      effects += 1;
      try {
        return await effect;
      } finally {
        effects -= 1;
        if (stop !== undefined) halt(stop);
      }
    },
    get states() {
      return ledger.states;
    },
    get unsaved() {
      return ledger.unsaved;
    },
    get hasFinishedOne() {
      return hasFinishedOne;
    },
    get stop() {
      return stop;
    },
    get verdict() {
      return verdict;
    },
    finish: (name, state) => {
      ledger.set(name, state);
      hasFinishedOne = true;
    },
    save: () => inTurn(() => untilAnswered(invocation, write, (error) => error instanceof LostClaimError)),
    saveOnce: () => inTurn(write),
  };
}

type Stored = 'held' | 'to-cancel' | 'lost';

function createStore({ ports }: Invocation, held: HeldClaim, ledger: StepLedger): () => Promise<Stored> {
  let revision = held.steps_revision ?? 0;
  return async () => {
    // The write of a step that ended meanwhile may have brought this one along.
    if (ledger.isSaved) return 'held';
    const { states, unsaved } = ledger;
    revision += 1;
    const mine = revision;
    const answer = await ports.records.update(saveSteps(held, { ...unsaved, revision: mine }));
    if (!isStored(answer, held, mine)) return 'lost';
    ledger.saved(states);
    return answer.record?.cancel_requested ? 'to-cancel' : 'held';
  };
}

/** What shows my fence and my revision is my own write, also where its answer was lost. */
function isStored({ record }: WriteAnswer, held: HeldClaim, revision: number): boolean {
  return record?.fence === held.fence && record.status === 'INPROGRESS' && record.steps_revision === revision;
}
