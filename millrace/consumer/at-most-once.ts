import { NotYetError, saidOutcome } from '../definition/outcome-errors.ts';
import { startOf } from '../record/step-state.ts';
import { CLOCK_SKEW_MS } from './claim-job.ts';
import type { AtMostOnce } from './step.ts';
import { OutcomeUnknownError } from './step-errors.ts';
import { callWork, refuseWithout, type SteppingRun, type StepToTake, toolsOf } from './stepping-run.ts';

interface StepOnce extends StepToTake {
  readonly options: AtMostOnce<unknown>;
}

/**
 * The stored start of an effect may be this old when the effect begins: "it did not happen" is believed that much
 * later, and later by what the clocks of two environments differ.
 */
const STALEST_START_MS = 5_000;

/** The start is stored before the work is called: whatever happens then, a later run knows that it may have happened. */
export async function doOnce(run: SteppingRun, step: StepOnce): Promise<unknown> {
  const { steps } = run;
  const before = steps.states[step.name];
  let began: ReturnType<typeof callWork>;
  try {
    await storeStart(run, step);
    began = callWork(run, step);
  } catch (error) {
    // The work was not called. Where the start was stored all the same, the settle takes it back.
    steps.set(step.name, before);
    throw error;
  }
  try {
    return await steps.whole(began.called);
  } catch (error) {
    if (saidOutcome(error)?.kind === 'permanent') steps.set(step.name, undefined);
    throw error;
  }
}

async function storeStart(run: SteppingRun, { name, options }: StepOnce): Promise<void> {
  const { clock } = run.invocation.ports;
  let startedMs: number;
  do {
    refuseWithout(run, options.longestRequestSeconds, name);
    startedMs = clock.now();
    run.steps.set(name, { started_at: new Date(startedMs).toISOString() });
    await run.steps.saveOnce();
  } while (clock.now() - startedMs > STALEST_START_MS);
}

/** The effect began once and has no known end: its provider is asked. */
export async function reconcile(run: SteppingRun, step: StepOnce): Promise<{ readonly result: unknown }> {
  const { steps } = run;
  const { name, options } = step;
  const startedAt = new Date(startOf(steps.states[name]) ?? 0);
  const unknown = (why: string) =>
    steps.judge(new OutcomeUnknownError(`step ${name} began at ${startedAt.toISOString()}, and ${why}`));
  if (options.reconcile === undefined) throw unknown('nothing tells whether it was done');
  refuseWithout(run, 0, name);
  const told = await options.reconcile({ ...toolsOf(run, name), startedAt });
  if (told.done === true) return { result: told.result };
  if (told.done !== false) throw unknown('its provider can’t tell whether it was done');
  const believedMs = startedAt.getTime() + options.longestRequestSeconds * 1000 + STALEST_START_MS + CLOCK_SKEW_MS;
  const leftSeconds = (believedMs - run.invocation.ports.clock.now()) / 1000;
  if (leftSeconds > 0) throw steps.judge(new NotYetError(`step ${name} may still be under way`, leftSeconds));
  return { result: await doOnce(run, step) };
}
