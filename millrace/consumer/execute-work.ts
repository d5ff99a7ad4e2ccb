import { checkResult } from '../definition/check-result.ts';
import { NotYetError } from '../definition/outcome-errors.ts';
import { withinJob } from '../message/current-job.ts';
import { traceIdIn } from '../message/trace.ts';
import type { HeldClaim } from '../record/job-record.ts';
import type { DeliveredJob } from './claim-job.ts';
import { concealingLogger } from './concealing-logger.ts';
import { heldValues } from './held-values.ts';
import { type Invocation, marginAtMs } from './invocation.ts';
import { createJobSteps } from './job-steps.ts';
import { ResultRefusedError } from './result-refused-error.ts';
import { createRunConfidential, type RunConfidential } from './run-confidential.ts';
import { createRunSteps, type RunSteps } from './run-steps.ts';
import { CancelRequestedError } from './step-errors.ts';

class RunTimeoutError extends Error {
  override readonly name = 'RunTimeoutError';
}

/** One run of a handler under its claim: what its settle must know of it. */
export interface Run {
  readonly held: HeldClaim;
  readonly startedMs: number;
  readonly steps: RunSteps;
  readonly confidential: RunConfidential;
  readonly abort: AbortController;
}

export function beginRun(invocation: Invocation, held: HeldClaim): Run {
  const abort = new AbortController();
  const steps = createRunSteps(invocation, held, (reason) => abort.abort(reason));
  const confidential = createRunConfidential(invocation, held.id);
  return { held, startedMs: invocation.ports.clock.now(), steps, confidential, abort };
}

/** Runs the handler under its own time limit and checks what it returns. Answers the result's JSON text. */
export async function executeWork(
  invocation: Invocation,
  delivered: DeliveredJob,
  run: Run,
): Promise<string | undefined> {
  const { job, ports } = invocation;
  const { held, startedMs, abort, confidential } = run;
  if (held.cancel_requested) throw new CancelRequestedError(`${held.id} is to be cancelled`);
  const marginMs = marginAtMs(invocation);
  // The claim's answer may have taken that long, or the environment was frozen meanwhile.
  if (startedMs >= marginMs) throw new NotYetError('the claim was answered when no time was left to run', 0);
  const endsMs = Math.min(startedMs + job.timeoutSeconds * 1000, marginMs);
  const cancelTimer = ports.clock.after(endsMs - startedMs, () =>
    abort.abort(new RunTimeoutError(`the run's ${job.timeoutSeconds} s are over`)),
  );
  invocation.running.add(held.id);
  try {
    const result = checkResult(job, await returned(invocation, delivered, { ...run, endsMs }));
    const issues = result.ok ? heldValues(confidential.values, result.json) : result.issues;
    if (!result.ok || issues.length > 0) throw new ResultRefusedError(issues);
    return result.json;
  } finally {
    invocation.running.delete(held.id);
    cancelTimer();
  }
}

/** A run has returned only when its handler and every step that it started have settled. */
async function returned(
  invocation: Invocation,
  delivered: DeliveredJob,
  { held, steps, confidential, abort: { signal }, endsMs }: Run & { readonly endsMs: number },
): Promise<unknown> {
  const { job, work, ports } = invocation;
  const { envelope, payload } = delivered.job;
  const trace = traceIdIn(delivered.delivery.body);
  const traceId = trace === undefined ? {} : { traceId: trace };
  const jobSteps = createJobSteps({ invocation, steps, values: confidential.values, signal, endsMs });
  const logger = ports.logger.forJob({ jobId: held.id, jobType: job.type, attempt: held.attempts, ...traceId });
  const running = {
    ...{ id: held.id, type: job.type, payload, attempt: held.attempts, maxAttempts: job.maxAttempts, signal },
    logger: concealingLogger(logger, confidential.values),
    step: jobSteps.step,
    ...(job.confidential === undefined ? {} : { confidential: confidential.read }),
    remainingSeconds: () => Math.max(0, endsMs - ports.clock.now()) / 1000,
  };
  const current = { id: held.id, hops: envelope.hops, traceparent: envelope.traceparent };
  const [ended] = await Promise.allSettled([withinJob(current, async () => work(running))]);
  const ranOn = await jobSteps.close();
  if (steps.verdict) throw steps.verdict;
  if (ended.status === 'rejected') throw ended.reason;
  if (ranOn) throw ranOn.error;
  return ended.value;
}
