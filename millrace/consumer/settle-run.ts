import type { HeldClaim } from '../record/job-record.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import type { RecordWrite } from '../record/record-table.ts';
import { unknownEffects } from '../record/step-state.ts';
import type { Death } from '../record/writes/death.ts';
import { cancelHeld, complete, die, fail, release } from '../record/writes/settling.ts';
import type { DeliveredJob } from './claim-job.ts';
import { decideFailure } from './decide-failure.ts';
import { failuresOfTheCompleted, seenBy, withFailure } from './failure-history.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { park, prepareDeath } from './parking.ts';
import type { RunSteps } from './run-steps.ts';
import { CancelRequestedError, LostClaimError } from './step-errors.ts';
import { whenErased } from './when-erased.ts';

/** A claim that is held, and how long its run took. */
export interface EndedRun {
  readonly delivered: DeliveredJob;
  readonly held: HeldClaim;
  readonly steps: RunSteps;
  readonly ranMs: number;
}

type Settled =
  | { readonly kind: 'settled' }
  /** Refused, since the job is to be cancelled. */
  | { readonly kind: 'to-cancel' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unanswered'; error: unknown };

export async function settleSuccess(invocation: Invocation, run: EndedRun, json: string | undefined): Promise<Outcome> {
  const nowMs = invocation.ports.clock.now();
  const expiration = recordExpiration(invocation.job, nowMs);
  const settled = await settle(
    invocation,
    run,
    complete(run.held, {
      json,
      nowMs,
      expiration,
      failures: failuresOfTheCompleted(run.held),
    }),
  );
  if (settled.kind !== 'settled') return unsettled(run, settled);
  const result = json === undefined ? {} : { result: json };
  const over = { id: run.held.id, expiration };
  return whenErased(invocation, over, { name: 'completed', acknowledged: true, ...facts(run), ...result });
}

/** The hide is decided before the settle: where it says that the job waited too long, the settle is a death. */
export async function settleFailure(invocation: Invocation, run: EndedRun, error: unknown): Promise<Outcome> {
  const { job, ports } = invocation;
  if (error instanceof LostClaimError) return unsettled(run, { kind: 'lost' });
  if (error instanceof CancelRequestedError) return settleCancelled(invocation, run, error);
  const nowMs = ports.clock.now();
  const attempt = run.held.attempts;
  const failed = { attempt, error, delivery: run.delivered.delivery, steps: run.steps, nowMs };
  const decision = decideFailure(job, failed, ports.random());
  const failures = withFailure({ ...run.held, steps: run.steps.states }, attempt, error, seenBy(invocation, nowMs));
  if (decision.kind === 'die') return settleDeath(invocation, run, { reason: decision.reason, failures, error });
  const dueMs = nowMs + decision.seconds * 1000;
  const due = { ...run.steps.unsaved, dueMs, expiration: recordExpiration(job, dueMs) };
  const write =
    decision.kind === 'retry' ? fail(run.held, { ...due, failures }) : release(run.held.id, run.held.fence, due);
  const settled = await settle(invocation, run, write);
  if (settled.kind !== 'settled') return otherwise(invocation, run, settled, error);
  await invocation.hide(run.delivered.delivery, decision.seconds);
  const name = NAME_OF[decision.kind];
  return { name, acknowledged: false, ...facts(run), hiddenSeconds: decision.seconds, error };
}

const NAME_OF = { retry: 'failed', 'not-yet': 'not-yet', continue: 'continued' } as const;

async function settleDeath(
  invocation: Invocation,
  run: EndedRun,
  death: Pick<Death, 'reason' | 'failures'> & { readonly error: unknown },
): Promise<Outcome> {
  const { delivery } = run.delivered;
  const nowMs = invocation.ports.clock.now();
  const deathId = invocation.ports.newId();
  try {
    await prepareDeath(invocation, { recordId: run.held.id, deathId }, delivery);
  } catch (error) {
    return unsettled(run, { kind: 'unanswered', error });
  }
  const { reason, failures, error } = death;
  const expiration = recordExpiration(invocation.job, nowMs);
  const write = die(run.held, { ...run.steps.unsaved, reason, failures, deathId, nowMs, expiration });
  const settled = await settle(invocation, run, write);
  if (settled.kind !== 'settled') return otherwise(invocation, run, settled, error);
  return park(invocation, delivery, { deathId, reason, ...facts(run), error });
}

async function settleCancelled(invocation: Invocation, run: EndedRun, error: unknown): Promise<Outcome> {
  const nowMs = invocation.ports.clock.now();
  const expiration = recordExpiration(invocation.job, nowMs);
  const settled = await settle(invocation, run, cancelHeld(run.held, { ...run.steps.unsaved, nowMs, expiration }));
  if (settled.kind !== 'settled') return unsettled(run, settled);
  const end = {
    name: 'cancelled',
    acknowledged: true,
    ...facts(run),
    ...unknownEffects(run.steps.states),
    error,
  } as const;
  return whenErased(invocation, { id: run.held.id, expiration }, end);
}

/** Written under the fence; a refusal that shows my fence and my outcome is my own earlier write, its answer lost. */
async function settle(invocation: Invocation, run: EndedRun, write: RecordWrite): Promise<Settled> {
  try {
    const { written, record } = await invocation.ports.records.update(write);
    if (written) return { kind: 'settled' };
    if (record?.fence !== run.held.fence) return { kind: 'lost' };
    if (record.status === 'INPROGRESS' && record.cancel_requested) return { kind: 'to-cancel' };
    const isMine = record.status === write.set.status && record.death_id === (write.set.death_id ?? record.death_id);
    return isMine ? { kind: 'settled' } : { kind: 'lost' };
  } catch (error) {
    return { kind: 'unanswered', error };
  }
}

function otherwise(
  invocation: Invocation,
  run: EndedRun,
  settled: Exclude<Settled, { kind: 'settled' }>,
  error: unknown,
): Promise<Outcome> | Outcome {
  return settled.kind === 'to-cancel' ? settleCancelled(invocation, run, error) : unsettled(run, settled);
}

/** A lost claim settles, acknowledges and hides nothing; neither does a record that gave no answer. */
function unsettled(run: EndedRun, settled: Exclude<Settled, { kind: 'settled' }>): Outcome {
  if (settled.kind !== 'unanswered') return { name: 'lost-claim', acknowledged: false, ...facts(run) };
  return { name: 'unanswered', acknowledged: false, ...facts(run), error: settled.error };
}

function facts(run: EndedRun) {
  return { jobId: run.held.id, attempt: run.held.attempts, ranMs: run.ranMs };
}
