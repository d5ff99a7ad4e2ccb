import { effectKey } from './effect-key.ts';
import type { Invocation } from './invocation.ts';
import type { RunSteps } from './run-steps.ts';
import type { AtMostOnce, StepTools } from './step.ts';
import { TooLittleTimeError } from './step-errors.ts';

/** The run that a step is part of. */
export interface SteppingRun {
  readonly invocation: Invocation;
  readonly jobId: string;
  readonly steps: RunSteps;
  readonly signal: AbortSignal;
  /** When the run's own time is over: nothing starts from then on. */
  readonly endsMs: number;
}

export interface StepToTake {
  readonly name: string;
  readonly work: (tools: StepTools) => unknown;
  readonly options: AtMostOnce<unknown> | undefined;
}

/** In one tick with a look at the clock: an environment that was frozen meanwhile must not act. */
export function callWork(run: SteppingRun, { name, work }: StepToTake): unknown {
  refuseWithout(run, 0, name);
  return work({ effectKey: effectKey(run.jobId, name), signal: run.signal });
}

/** Nothing starts in a run that is to stop, or with less time than it may take. */
export function refuseWithout({ steps, invocation, signal, endsMs }: SteppingRun, seconds: number, name: string): void {
  if (steps.stop !== undefined) throw steps.judge(steps.stop);
  const leftMs = endsMs - invocation.ports.clock.now();
  if (leftMs > 0 && leftMs >= seconds * 1000 && !signal.aborted) return;
  throw steps.judge(new TooLittleTimeError(`too little time was left of this run for step ${name}`));
}
