import { checkStepResult } from '../definition/check-result.ts';
import type { PayloadIssue } from '../definition/invalid-payload-error.ts';
import { keepStepResult, MOST_STEPS_BYTES, readStepResult } from '../record/step-result.ts';
import { type StepState, startOf } from '../record/step-state.ts';
import { doOnce, reconcile } from './at-most-once.ts';
import { heldValues } from './held-values.ts';
import { ResultRefusedError } from './result-refused-error.ts';
import { OutcomeUnknownError } from './step-errors.ts';
import { callWork, type SteppingRun, type StepToTake } from './stepping-run.ts';
import { untilAnswered } from './until-answered.ts';

/** The stored result, or that of doing it now and storing it. */
export async function takeStep(run: SteppingRun, step: StepToTake): Promise<unknown> {
  const { name, options } = step;
  const state = run.steps.states[name];
  if (state !== undefined && 'done' in state) return storedResult(run, name, state);
  const bytes = run.steps.reserve(name);
  if (bytes > MOST_STEPS_BYTES) throw run.steps.judge(new ResultRefusedError([tooManySteps(name, bytes)]));
  if (options === undefined) return finishStep(run, name, await callWork(run, step).called);
  const once = { ...step, options };
  const done = startOf(state) === undefined ? { result: await doOnce(run, once) } : await reconcile(run, once);
  return finishStep(run, name, done.result);
}

async function storedResult(run: SteppingRun, name: string, state: Extract<StepState, { done: true }>) {
  const { found, json } = await readStepResult(run.invocation.ports.records, run.steps.held.id, name, state);
  if (found) return fromJson(json);
  // For whoever redrives the job it is one that began once, whenever that was.
  run.steps.set(name, { started_at: new Date(0).toISOString() });
  throw run.steps.judge(new OutcomeUnknownError(`step ${name} was done, and its stored result is gone`));
}

/** What is done is known from here on: where it can't be stored now, it goes into the settle. */
async function finishStep(run: SteppingRun, name: string, result: unknown): Promise<unknown> {
  const { invocation, steps } = run;
  const { job, ports } = invocation;
  const checked = checkStepResult(result);
  const issues = checked.ok ? heldValues(run.values, checked.json) : checked.issues;
  if (!checked.ok || issues.length > 0) {
    throw steps.judge(new ResultRefusedError(issues.map((issue) => ofStep(name, issue))));
  }
  const { json } = checked;
  const state = await untilAnswered(invocation, () => {
    const kept = { held: steps.held, step: name, json, beside: steps.states };
    return keepStepResult(ports.records, job, kept, ports.clock.now());
  });
  steps.finish(name, state);
  await steps.save();
  return fromJson(json);
}

function ofStep(name: string, { path, message }: PayloadIssue): PayloadIssue {
  return { path: path === '(result)' ? `(step ${name})` : `(step ${name}) ${path}`, message };
}

function tooManySteps(name: string, bytes: number): PayloadIssue {
  const most = `at most ${MOST_STEPS_BYTES}: take fewer steps, or give them shorter names`;
  return ofStep(name, {
    path: '(result)',
    message: `with this one the job's steps may take ${bytes} bytes of its record; ${most}`,
  });
}

/** As every later run reads it. */
function fromJson(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
