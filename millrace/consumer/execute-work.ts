import { checkResult } from '../definition/check-result.ts';
import { NotYetError } from '../definition/outcome-errors.ts';
import { withinJob } from '../message/current-job.ts';
import type { HeldClaim } from '../record/job-record.ts';
import type { DeliveredJob } from './claim-job.ts';
import { type Invocation, marginAtMs } from './invocation.ts';
import { ResultRefusedError } from './result-refused-error.ts';

class RunTimeoutError extends Error {
  override readonly name = 'RunTimeoutError';
}

/** Runs the handler under its own time limit and checks what it returns. Answers the result's JSON text. */
export async function executeWork(
  invocation: Invocation,
  delivered: DeliveredJob,
  held: HeldClaim,
): Promise<string | undefined> {
  const { job, work, ports } = invocation;
  const { envelope, payload } = delivered.job;
  const attempt = held.attempts;
  const nowMs = ports.clock.now();
  const marginMs = marginAtMs(invocation);
  // The claim's answer may have taken that long, or the environment was frozen meanwhile.
  if (nowMs >= marginMs) throw new NotYetError('the claim was answered when no time was left to run', 0);
  const endsMs = Math.min(nowMs + job.timeoutSeconds * 1000, marginMs);
  const abort = new AbortController();
  const cancelTimer = ports.clock.after(endsMs - nowMs, () =>
    abort.abort(new RunTimeoutError(`the run's ${job.timeoutSeconds} s are over`)),
  );
  const running = {
    id: held.id,
    type: job.type,
    payload,
    attempt,
    maxAttempts: job.maxAttempts,
    signal: abort.signal,
    logger: ports.logger.forJob({ jobId: held.id, jobType: job.type, attempt }),
    remainingSeconds: () => Math.max(0, endsMs - ports.clock.now()) / 1000,
  };
  invocation.running.add(held.id);
  try {
    const current = { id: held.id, hops: envelope.hops, traceparent: envelope.traceparent };
    const returned = await withinJob(current, async () => work(running));
    const result = checkResult(job, returned);
    if (!result.ok) throw new ResultRefusedError(result.issues);
    return result.json;
  } finally {
    invocation.running.delete(held.id);
    cancelTimer();
  }
}
