import { canonicalJson } from '../definition/canonical-json.ts';
import { type DelayedJobs, wholeMinute } from '../message/delayed-jobs.ts';
import { readEnvelope } from '../message/envelope.ts';
import { EnqueueError } from './enqueue-errors.ts';
import type { Sendable } from './send-all.ts';

interface SendDelayedPorts {
  readonly delays: DelayedJobs;
  readonly queueArn: string;
  readonly nowMs: number;
  /** Lets some calls run at once, and the others wait. */
  readonly inTurn: (call: () => Promise<EnqueueError | undefined>) => Promise<EnqueueError | undefined>;
}

const TRIES = 3;

/** `sendAll` for messages that SQS would not hold back for so long. Answers an error, or nothing, for each at its place. */
export function sendDelayed(
  { inTurn, ...ports }: SendDelayedPorts,
  prepared: readonly (Sendable | Error)[],
): Promise<readonly (Error | undefined)[]> {
  return Promise.all(prepared.map((one) => (one instanceof Error ? one : inTurn(() => delay(one, ports)))));
}

async function delay(
  { jobId, message }: Sendable,
  { delays, queueArn, nowMs }: Omit<SendDelayedPorts, 'inTurn'>,
): Promise<EnqueueError | undefined> {
  const { body, delaySeconds = 0 } = message;
  const dueAtMs = wholeMinute(nowMs + delaySeconds * 1000);
  try {
    for (let tried = 0; tried < TRIES; tried += 1) {
      if (await delays.create({ jobId, queueArn, body, dueAtMs })) return undefined;
      const waiting = await delays.find(jobId);
      if (waiting !== undefined) return isSameJob(waiting.body, body) ? undefined : otherJob(jobId, waiting.dueAtMs);
      // It went to its queue, or was cancelled, between the two calls.
    }
    return new EnqueueError(jobId, 'one was waiting each time, and gone at the next look: send it again');
  } catch (cause) {
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown';
    return new EnqueueError(jobId, `it could not be put off (${why})`, { cause });
  }
}

/** As a consumer compares them: by the payload, between equal versions only. */
function isSameJob(waiting: string, given: string): boolean {
  const [one, other] = [readEnvelope(waiting), readEnvelope(given)];
  if (!one.ok || !other.ok) return false;
  if (one.envelope.version !== other.envelope.version) return true;
  return canonicalJson(one.envelope.data) === canonicalJson(other.envelope.data);
}

function otherJob(jobId: string, dueAtMs: number): EnqueueError {
  const due = new Date(dueAtMs).toISOString();
  return new EnqueueError(
    jobId,
    `another payload waits under its key until ${due}: cancel that one, or use another key`,
  );
}
