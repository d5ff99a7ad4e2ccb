import type { HeldClaim } from '../record/job-record.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import type { RecordWrite } from '../record/record-table.ts';
import type { Death } from '../record/writes/death.ts';
import { complete, die, fail, release } from '../record/writes/settling.ts';
import type { DeliveredJob } from './claim-job.ts';
import { decideFailure } from './decide-failure.ts';
import { failuresOfTheCompleted, withFailure } from './failure-history.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { park, storeMessage } from './parking.ts';

/** A claim that is held, and how long its run took. */
export interface EndedRun {
  readonly delivered: DeliveredJob;
  readonly held: HeldClaim;
  readonly ranMs: number;
}

type Settled =
  | { readonly kind: 'settled' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unanswered'; error: unknown };

export async function settleSuccess(invocation: Invocation, run: EndedRun, json: string | undefined): Promise<Outcome> {
  const nowMs = invocation.ports.clock.now();
  const settled = await settle(
    invocation,
    run,
    complete(run.held, {
      json,
      nowMs,
      expiration: recordExpiration(invocation.job, nowMs),
      failures: failuresOfTheCompleted(run.held),
    }),
  );
  if (settled.kind !== 'settled') return unsettled(run, settled);
  return { name: 'completed', acknowledged: true, ...facts(run), ...(json === undefined ? {} : { result: json }) };
}

/** The hide is decided before the settle: where it says that the job waited too long, the settle is a death. */
export async function settleFailure(invocation: Invocation, run: EndedRun, error: unknown): Promise<Outcome> {
  const { job, ports, requestId, settings } = invocation;
  const nowMs = ports.clock.now();
  const attempt = run.held.attempts;
  const decision = decideFailure(job, { attempt, error, delivery: run.delivered.delivery, nowMs }, ports.random());
  const failures = withFailure(run.held, attempt, error, { nowMs, requestId, codeVersion: settings.codeVersion });
  if (decision.kind === 'die') return settleDeath(invocation, run, { reason: decision.reason, failures, error });
  const dueMs = nowMs + decision.seconds * 1000;
  const due = { dueMs, expiration: recordExpiration(job, dueMs) };
  const write =
    decision.kind === 'retry' ? fail(run.held, { ...due, failures }) : release(run.held.id, run.held.fence, due);
  const settled = await settle(invocation, run, write);
  if (settled.kind !== 'settled') return unsettled(run, settled);
  await invocation.hide(run.delivered.delivery, decision.seconds);
  const name = decision.kind === 'retry' ? 'failed' : 'not-yet';
  return { name, acknowledged: false, ...facts(run), hiddenSeconds: decision.seconds, error };
}

async function settleDeath(
  invocation: Invocation,
  run: EndedRun,
  death: Pick<Death, 'reason' | 'failures'> & { readonly error: unknown },
): Promise<Outcome> {
  const { delivery } = run.delivered;
  const nowMs = invocation.ports.clock.now();
  const deathId = invocation.ports.newId();
  try {
    await storeMessage(invocation, { recordId: run.held.id, deathId }, delivery);
  } catch (error) {
    return unsettled(run, { kind: 'unanswered', error });
  }
  const { reason, failures, error } = death;
  const write = die(run.held, {
    reason,
    failures,
    deathId,
    nowMs,
    expiration: recordExpiration(invocation.job, nowMs),
  });
  const settled = await settle(invocation, run, write);
  if (settled.kind !== 'settled') return unsettled(run, settled);
  return park(invocation, delivery, { deathId, reason, ...facts(run), error });
}

/** Written under the fence; a refusal that shows my fence and my outcome is my own earlier write, its answer lost. */
async function settle(invocation: Invocation, run: EndedRun, write: RecordWrite): Promise<Settled> {
  try {
    const { written, record } = await invocation.ports.records.update(write);
    const mine =
      record?.fence === run.held.fence &&
      record?.status === write.set.status &&
      record?.death_id === (write.set.death_id ?? record?.death_id);
    return written || mine ? { kind: 'settled' } : { kind: 'lost' };
  } catch (error) {
    return { kind: 'unanswered', error };
  }
}

/** A lost claim settles, acknowledges and hides nothing; neither does a record that gave no answer. */
function unsettled(run: EndedRun, settled: Exclude<Settled, { kind: 'settled' }>): Outcome {
  if (settled.kind === 'lost') return { name: 'lost-claim', acknowledged: false, ...facts(run) };
  return { name: 'unanswered', acknowledged: false, ...facts(run), error: settled.error };
}

function facts(run: EndedRun) {
  return { jobId: run.held.id, attempt: run.held.attempts, ranMs: run.ranMs };
}
