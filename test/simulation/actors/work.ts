import { NotYetError, PermanentError, RetryLaterError } from 'millrace';
import type { RunningJob, Work } from 'millrace/consumer';
import { never } from '../../../millrace/testing/world/life.ts';
import type { SimWorld } from '../world/create-world.ts';
import type { Host } from '../world/host.ts';
import type { RunSeen } from '../world/ledger.ts';
import type { Deed, SimPayload } from '../world/sim-job.ts';

/** Longer than any function's timeout. */
const PAST_THE_DEADLINE_MS = 40_000;
/** What a job's work does in every run of it. */
const ALWAYS: ReadonlySet<Deed> = new Set(['permanent', 'slow', 'take-steps', 'act-at-most-once']);
const SLOW_MS = 4_200;
const LONGEST_STEP_MS = 300;

/** The fake job's work on one host: does what its payload says, and has its effect where it succeeds. */
export function simWork(world: SimWorld, host: Host, fenceOf: (id: string) => string | undefined): Work {
  const { draw, faults, ledger } = world;
  const wait = (delayMs: number) => new Promise<void>((resolve) => host.clock.after(delayMs, resolve));
  return async (job) => {
    if (host.isOver()) return never();
    const run = began(world, host, job, fenceOf(job.id));
    // The pipeline has parsed it with the job's schema.
    const { does, times } = job.payload as unknown as SimPayload;
    const runsSoFar = ledger.runs.filter(({ id }) => id === job.id).length;
    try {
      await wait(draw.between(0, LONGEST_STEP_MS));
      switch (runsSoFar <= times || ALWAYS.has(does) ? does : 'succeed') {
        case 'throw':
          throw new Error('the carrier is on strike');
        case 'retry-later':
          throw new RetryLaterError('the carrier is busy', draw.between(1, 5));
        case 'not-yet':
          throw new NotYetError('the parcel is not packed', 1);
        case 'permanent':
          throw new PermanentError('no such address');
        case 'kill-its-host':
          faults.count('killed-in-run');
          host.die();
          return never();
        case 'outlive-the-margin':
          faults.count('outlived-margin');
          host.hit();
          await wait(PAST_THE_DEADLINE_MS);
          break;
        case 'freeze':
          faults.count('froze-in-run');
          host.freeze(draw.between(1, PAST_THE_DEADLINE_MS));
          break;
        case 'take-steps':
          for (const step of ['label', 'load']) await job.step(step, () => wait(draw.between(0, LONGEST_STEP_MS)));
          break;
        case 'act-at-most-once':
          await actAtMostOnce(world, host, run, job);
          run.end = 'returned';
          return;
        case 'slow':
          await wait(SLOW_MS);
          break;
      }
      await haveEffect(world, host, run);
    } catch (error) {
      run.end = 'threw';
      throw error;
    }
    run.end = 'returned';
    return { shippedAs: `${job.id}-${ledger.runs.indexOf(run)}` };
  };
}

function began(
  { ledger, invariants, scheduler, record, events }: SimWorld,
  host: Host,
  job: RunningJob,
  fence?: string,
) {
  // The pipeline has parsed it with the job's schema.
  const { does } = job.payload as unknown as SimPayload;
  const claim = fence === undefined ? undefined : ledger.claims.get(fence);
  const { id, attempt } = job;
  const run: RunSeen = {
    ...{ id, attempt, claim, writer: host.name, found: record(id), atMs: scheduler.now(), effects: 0, does },
  };
  if (claim) claim.run = run;
  ledger.runs.push(run);
  events.log(host.name, `runs ${id}, attempt ${attempt}`);
  invariants.onRun(run);
  return run;
}

/** Longer than any request is under way. */
const LONGEST_REQUEST_SECONDS = 4;

/** An effect of which the provider can be asked whether it happened. */
async function actAtMostOnce(world: SimWorld, host: Host, run: RunSeen, job: RunningJob): Promise<void> {
  const { ledger, request } = world;
  const { id } = job;
  await job.step('act', () => haveEffect(world, host, run), {
    atMostOnce: true,
    longestRequestSeconds: LONGEST_REQUEST_SECONDS,
    reconcile: () =>
      request(host, { kind: 'read', says: `asks the provider about ${id}` }, async () => {
        const done = ledger.runs.some((other) => other.id === id && other.effects > 0);
        return done ? { done, result: undefined } : { done };
      }),
  });
}

/** A request to somebody else's service, which does it at once and says nothing. */
function haveEffect(world: SimWorld, host: Host, run: RunSeen): Promise<void> {
  const { request, invariants, scheduler, record } = world;
  return request(host, { kind: 'effect', says: `has the effect of ${run.id}` }, async () => {
    run.effects += 1;
    invariants.onEffect({ run, atMs: scheduler.now(), found: record(run.id) });
  });
}
