import type { HeldClaim } from '../record/job-record.ts';
import type { StepState, Steps } from '../record/step-state.ts';
import { saveSteps } from '../record/writes/settling.ts';
import type { Invocation } from './invocation.ts';
import { CancelRequestedError, LostClaimError } from './step-errors.ts';
import { untilAnswered } from './until-answered.ts';

/** What one run knows of its job's steps, and what of it the record does not know yet. */
export interface RunSteps {
  /** Of this run and of all before it. */
  readonly states: Steps;
  /** True where a step's work ended well in this run. */
  readonly hasFinishedOne: boolean;
  /** What the settle has to bring along; undefined where all is stored. */
  readonly unsaved: Steps | undefined;
  /** Why nothing more may start: the claim is lost, or the job is to be cancelled. */
  readonly stop: Error | undefined;
  /** How the run ends, whatever its handler makes of it. */
  readonly verdict: Error | undefined;
  /** Says how the run ends, and answers it. */
  judge(verdict: Error): Error;
  set(name: string, state: StepState | undefined): void;
  finish(name: string, state: StepState): void;
  /** Stores what is known, again and again until the margin where the table does not answer. */
  save(): Promise<void>;
  /** The same, but once: without an answer an effect must not begin. */
  saveOnce(): Promise<void>;
}

/** `abort` ends what the run waits for. */
export function createRunSteps(invocation: Invocation, held: HeldClaim, abort: (reason: Error) => void): RunSteps {
  let states: Steps = { ...held.steps };
  let isSaved = true;
  let hasFinishedOne = false;
  let stop: Error | undefined;
  let verdict: Error | undefined;
  let saving: Promise<void> = Promise.resolve();

  const halt = (reason: Error) => {
    stop ??= reason;
    abort(reason);
    return reason;
  };
  const judge = (found: Error) => {
    verdict ??= found;
    return found;
  };
  const set = (name: string, state: StepState | undefined) => {
    const { [name]: _before, ...others } = states;
    states = state === undefined ? others : { ...others, [name]: state };
    isSaved = false;
  };
  const write = async () => {
    const written = states;
    const answer = await invocation.ports.records.update(saveSteps(held, written));
    if (!answer.written) throw judge(halt(new LostClaimError(`${held.id} is not held by this run any more`)));
    if (states === written) isSaved = true;
    if (answer.record.cancel_requested) halt(new CancelRequestedError(`${held.id} is to be cancelled`));
  };
  // One after the other: a write that overtook another would take back what that one stored.
  const inTurn = (one: () => Promise<void>) => {
    const turn = saving.then(one);
    saving = turn.catch(() => undefined);
    return turn;
  };
  return {
    get states() {
      return states;
    },
    get hasFinishedOne() {
      return hasFinishedOne;
    },
    get unsaved() {
      return isSaved ? undefined : states;
    },
    get stop() {
      return stop;
    },
    get verdict() {
      return verdict;
    },
    judge,
    set,
    finish: (name, state) => {
      set(name, state);
      hasFinishedOne = true;
    },
    save: () => inTurn(() => untilAnswered(invocation, write, (error) => error instanceof LostClaimError)),
    saveOnce: () => inTurn(write),
  };
}
