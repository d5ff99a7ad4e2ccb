import { checkStepResult } from '../definition/check-result.ts';
import { keepStepResult, MOST_STEPS_BYTES, readStepResult, stepsBytes } from '../record/step-result.ts';
import { type StepState, startOf } from '../record/step-state.ts';
import { doOnce, reconcile } from './at-most-once.ts';
import { ResultRefusedError } from './result-refused-error.ts';
import { OutcomeUnknownError } from './step-errors.ts';
import { callWork, type SteppingRun, type StepToTake } from './stepping-run.ts';
import { untilAnswered } from './until-answered.ts';

/** The stored result, or that of doing it now and storing it. */
export async function takeStep(run: SteppingRun, step: StepToTake): Promise<unknown> {
  const { name, options } = step;
  const state = run.steps.states[name];
  if (state !== undefined && 'done' in state) return storedResult(run, name, state);
  if (options === undefined) return finishStep(run, name, await callWork(run, step));
  const once = { ...step, options };
  const done = startOf(state) === undefined ? { result: await doOnce(run, once) } : await reconcile(run, once);
  return finishStep(run, name, done.result);
}

async function storedResult(run: SteppingRun, name: string, state: Extract<StepState, { done: true }>) {
  const { found, json } = await readStepResult(run.invocation.ports.records, run.jobId, name, state);
  if (!found) throw run.steps.judge(new OutcomeUnknownError(`step ${name} was done, and its stored result is gone`));
  return fromJson(json);
}

/** What is done is known from here on: where it can't be stored now, it goes into the settle. */
async function finishStep(run: SteppingRun, name: string, result: unknown): Promise<unknown> {
  const { invocation, steps, jobId } = run;
  const { job, ports } = invocation;
  const checked = checkStepResult(result);
  if (!checked.ok) throw steps.judge(new ResultRefusedError(checked.issues));
  const { json } = checked;
  const kept = { recordId: jobId, step: name, json };
  const state = await untilAnswered(invocation, () => keepStepResult(ports.records, job, kept, ports.clock.now()));
  const bytes = stepsBytes({ ...steps.states, [name]: state });
  if (bytes > MOST_STEPS_BYTES) throw steps.judge(new ResultRefusedError([tooManySteps(name, bytes)]));
  steps.finish(name, state);
  await steps.save();
  return fromJson(json);
}

function tooManySteps(name: string, bytes: number) {
  const most = `at most ${MOST_STEPS_BYTES}: take fewer steps, or give them shorter names`;
  return {
    path: `(step ${name})`,
    message: `with this one the job's steps take ${bytes} bytes of its record; ${most}`,
  };
}

/** As every later run reads it. */
function fromJson(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
