import type { HeldClaim } from '../record/job-record.ts';
import { stepsBytes } from '../record/step-result.ts';
import type { StepState, Steps } from '../record/step-state.ts';
import type { Unsaved } from '../record/writes/settling.ts';
import { failuresBeside } from './failure-history.ts';

/** A job's steps as one run knows them, and whether the record knows as much. */
export interface StepLedger {
  /** Of this run and of all before it. */
  readonly states: Steps;
  /** What the record has to be told. */
  readonly unsaved: Unsaved;
  readonly isSaved: boolean;
  /** Keeps room for a step that is to begin; answers how much of the record the steps may take then. */
  reserve(name: string): number;
  set(name: string, state: StepState | undefined): void;
  /** Tells that the record holds what `states` was. */
  saved(states: Steps): void;
}

/** The most that a step takes of its record, whatever it returns: what does not fit has an item of its own. */
const UNFINISHED: StepState = { started_at: '2026-01-01T00:00:00.000Z' };

export function createStepLedger(held: HeldClaim): StepLedger {
  let states: Steps = { ...held.steps };
  let isSaved = true;
  const reserved: Record<string, StepState> = {};
  return {
    get states() {
      return states;
    },
    get isSaved() {
      return isSaved;
    },
    get unsaved() {
      if (isSaved) return {};
      // The record stays under 4 KiB: its oldest failures make room for its steps.
      const failures = failuresBeside(held.failures ?? [], states);
      return failures.length === (held.failures?.length ?? 0) ? { steps: states } : { steps: states, failures };
    },
    reserve: (name) => {
      reserved[name] = UNFINISHED;
      return stepsBytes({ ...states, ...reserved });
    },
    set: (name, state) => {
      const { [name]: _before, ...others } = states;
      states = state === undefined ? others : { ...others, [name]: state };
      isSaved = false;
      if (state !== undefined && 'done' in state) delete reserved[name];
    },
    saved: (written) => {
      if (written === states) isSaved = true;
    },
  };
}
