import type { Delivery } from '../message/delivery.ts';
import type { HeldClaim, JobRecord } from '../record/job-record.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import type { RecordWrite } from '../record/record-table.ts';
import { type ClaimTerms, claim, claimForgotten, claimLapsed, claimNewCycle } from '../record/writes/claiming.ts';
import { cancelHeld, release } from '../record/writes/settling.ts';
import { seenBy, withFailure } from './failure-history.ts';
import { classifyFound, type FindingMessage, type Found } from './found-record.ts';
import { type Invocation, marginAtMs } from './invocation.ts';
import type { ScreenedJob } from './screen.ts';

/** Clocks of two environments are assumed to differ by less than this. */
export const CLOCK_SKEW_MS = 5_000;
const RELEASE_PAUSE_MS = 250;
/** What is left of the time before the margin for the message's own deferral. */
const DEFERRAL_RESERVE_MS = 1_000;

/** A usable job and the message that brought it. */
export interface DeliveredJob {
  readonly delivery: Delivery;
  readonly job: ScreenedJob;
  readonly deathId: string | undefined;
  readonly isEdited: boolean;
}

export type ClaimAnswer =
  | { readonly kind: 'claimed'; readonly record: HeldClaim }
  | { readonly kind: 'found'; readonly found: Found; readonly record: JobRecord }
  | { readonly kind: 'unanswered'; readonly error: unknown };

/** One conditional update; a second where the first found a matching death or a record past its lifetime. */
export async function claimJob(invocation: Invocation, delivered: DeliveredJob): Promise<ClaimAnswer> {
  const { content } = delivered.job;
  const terms = claimTerms(invocation);
  const answer = await tryClaim(invocation, delivered, claim(content, terms), terms.fence);
  if (answer.kind !== 'found') return answer;
  if (answer.found === 'redriven') {
    const write = claimNewCycle(answer.record, content, terms, delivered.isEdited);
    return tryClaim(invocation, delivered, write, terms.fence);
  }
  if (answer.found === 'forgotten') {
    return tryClaim(invocation, delivered, claimForgotten(answer.record, content, terms), terms.fence);
  }
  return answer;
}

/** From a lapsed claim, for a run with no neighbours. A lone run that ended without a word is a failed attempt. */
export async function claimSuspect(
  invocation: Invocation,
  delivered: DeliveredJob,
  lapsed: JobRecord,
): Promise<ClaimAnswer> {
  const terms = claimTerms(invocation);
  const failures = lapsed.alone ? failuresWithLostRun(invocation, lapsed) : (lapsed.failures ?? []);
  const write = claimLapsed(lapsed, delivered.job.content, terms, failures);
  return tryClaim(invocation, delivered, write, terms.fence);
}

export function failuresWithLostRun(invocation: Invocation, lapsed: JobRecord) {
  const lost = new HostLostError(`run ${lapsed.attempts ?? 1} began and never ended: its host died or ran out of time`);
  return withFailure(lapsed, lapsed.attempts ?? 1, lost, seenBy(invocation, invocation.ports.clock.now()));
}

class HostLostError extends Error {
  override readonly name = 'HostLostError';
}

function claimTerms(invocation: Invocation): ClaimTerms {
  const nowMs = invocation.ports.clock.now();
  return {
    fence: invocation.ports.newId(),
    nowMs,
    inProgressUntilMs: invocation.deadlineMs + CLOCK_SKEW_MS,
    expiration: recordExpiration(invocation.job, nowMs),
  };
}

async function tryClaim(
  invocation: Invocation,
  delivered: DeliveredJob,
  write: RecordWrite,
  fence: string,
): Promise<ClaimAnswer> {
  try {
    const answer = await invocation.ports.records.update(write);
    if (answer.written) return { kind: 'claimed', record: heldClaim(answer.record) };
    if (answer.record === undefined)
      throw new Error(`the claim of ${write.id} was refused, and no record stands there`);
    // My own fence: an earlier try of this very write went through and its answer was lost.
    if (answer.record.fence === fence && answer.record.status === 'INPROGRESS') {
      return { kind: 'claimed', record: heldClaim(answer.record) };
    }
    const found = classifyFound(answer.record, findingMessage(delivered), invocation.ports.clock.now());
    return { kind: 'found', found, record: answer.record };
  } catch (error) {
    await releaseUnanswered(invocation, write.id, fence);
    return { kind: 'unanswered', error };
  }
}

export function findingMessage({ job, deathId, isEdited }: DeliveredJob): FindingMessage {
  return { content: job.content, deathId, isEdited };
}

function heldClaim(record: JobRecord): HeldClaim {
  const { fence, attempts } = record;
  if (fence === undefined || attempts === undefined)
    throw new Error(`${record.id} is claimed without fence or attempts`);
  return { ...record, fence, attempts };
}

/**
 * No answer may still be a claim: it is given back by the fence it would carry, until that is answered or time is up.
 * A table that stays silent must not hold the batch past the margin: its neighbours would come back with it.
 */
async function releaseUnanswered(invocation: Invocation, id: string, fence: string): Promise<void> {
  const { clock } = invocation.ports;
  const untilMs = marginAtMs(invocation) - DEFERRAL_RESERVE_MS;
  const timeIsUp = Promise.withResolvers<void>();
  const cancel = clock.after(untilMs - clock.now(), timeIsUp.resolve);
  await Promise.race([releaseUntil(invocation, id, fence, untilMs), timeIsUp.promise]);
  cancel();
}

async function releaseUntil(invocation: Invocation, id: string, fence: string, untilMs: number): Promise<void> {
  const { clock, records, logger } = invocation.ports;
  const nowMs = clock.now();
  const expiration = recordExpiration(invocation.job, nowMs);
  const write = release(id, fence, { dueMs: nowMs, expiration });
  while (clock.now() < untilMs) {
    try {
      const { record } = await records.update(write);
      if (record?.cancel_requested) await records.update(cancelHeld({ id, fence }, { nowMs, expiration }));
      return;
    } catch (error) {
      logger.debug('release not answered', { jobId: id, error: String(error) });
      await new Promise<void>((resolve) => clock.after(RELEASE_PAUSE_MS, resolve));
    }
  }
}
