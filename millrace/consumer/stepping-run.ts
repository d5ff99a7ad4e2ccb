import type { ConfidentialValues } from './confidential-values.ts';
import { effectKey } from './effect-key.ts';
import type { Invocation } from './invocation.ts';
import type { RunSteps } from './run-steps.ts';
import type { AtMostOnce, StepTools } from './step.ts';
import { TooLittleTimeError } from './step-errors.ts';

/** The run that a step is part of. */
export interface SteppingRun {
  readonly invocation: Invocation;
  readonly steps: RunSteps;
  /** Confidential ones that the run has read: no result of a step may hold them. */
  readonly values: ConfidentialValues;
  readonly signal: AbortSignal;
  /** When the run's own time is over: nothing starts from then on. */
  readonly endsMs: number;
}

export interface StepToTake {
  readonly name: string;
  readonly work: (tools: StepTools) => unknown;
  readonly options: AtMostOnce<unknown> | undefined;
}

/**
 * In one tick with a look at the clock: an environment that was frozen meanwhile must not act. What this throws tells
 * that the work was not called; what the work throws, at once or later, the answered promise tells.
 */
export function callWork(run: SteppingRun, { name, work }: StepToTake): { readonly called: Promise<unknown> } {
  refuseWithout(run, 0, name);
  return { called: (async () => work(toolsOf(run, name)))() };
}

export function toolsOf({ steps, signal }: SteppingRun, step: string): StepTools {
  return { effectKey: effectKey(steps.held.id, step), signal };
}

/** Nothing starts in a run that is to stop, or with less time than it may take. */
export function refuseWithout({ steps, invocation, signal, endsMs }: SteppingRun, seconds: number, name: string): void {
  if (steps.stop !== undefined) throw steps.judge(steps.stop);
  const leftMs = endsMs - invocation.ports.clock.now();
  if (leftMs > 0 && leftMs >= seconds * 1000 && !signal.aborted) return;
  const left = `${Math.max(0, Math.floor(leftMs / 1000))} s of this run were left`;
  throw steps.judge(
    new TooLittleTimeError(`${left} for step ${name}${seconds > 0 ? `, which wants ${seconds} s` : ''}`),
  );
}
