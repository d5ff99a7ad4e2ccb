import { NotYetError, PermanentError, RetryLaterError } from 'millrace';
import type { RunningJob, Work } from 'millrace/consumer';
import { never } from '../../../millrace/testing/world/life.ts';
import type { SimWorld } from '../world/create-world.ts';
import type { Host } from '../world/host.ts';
import type { RunSeen } from '../world/ledger.ts';
import type { Deed, SimPayload } from '../world/sim-job.ts';

/** Longer than any function's timeout. */
const PAST_THE_DEADLINE_MS = 40_000;
const STEPPING = ['take-steps', 'fail-between-steps', 'act-at-most-once'] as const;
/** What a job's work does in every run of it. */
const ALWAYS: ReadonlySet<Deed> = new Set(['permanent', 'slow', ...STEPPING]);
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
      await readData(world, run, job);
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
          await takeStep(world, host, run, job, 'label');
          await takeStep(world, host, run, job, 'load');
          break;
        case 'fail-between-steps':
          await takeStep(world, host, run, job, 'label');
          if (runsSoFar <= times) throw new Error('the carrier is on strike');
          await takeStep(world, host, run, job, 'load');
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
  const payload = job.payload as unknown as SimPayload;
  const { does } = payload;
  const claim = fence === undefined ? undefined : ledger.claims.get(fence);
  const { id, attempt } = job;
  const run: RunSeen = {
    ...{ id, attempt, claim, writer: host.name, found: record(id), atMs: scheduler.now(), effects: 0 },
    ...{ stepsDone: [], does, payload },
  };
  if (claim) claim.run = run;
  ledger.runs.push(run);
  events.log(host.name, `runs ${id}, attempt ${attempt}`);
  invariants.onRun(run);
  return run;
}

/** A run that holds its claim finds what was written for its job. */
async function readData({ plan, ledger, invariants, record }: SimWorld, run: RunSeen, job: RunningJob): Promise<void> {
  if (!plan.settings.isConfidential) return;
  // The schedule's jobs have a schema for it.
  const { confidential } = job as unknown as { confidential(): Promise<unknown> };
  run.dataRead = JSON.stringify(
    await confidential().catch((error: unknown) => {
      const isHeld = record(job.id)?.fence === run.claim?.fence && record(job.id)?.status === 'INPROGRESS';
      const isMissing = error instanceof PermanentError && isHeld && !ledger.forgotten.has(job.id);
      if (isMissing) invariants.broken('a run finds the data of its job', job.id, error.message);
      throw error;
    }),
  );
}

/** More than a record keeps of a step itself. */
const LARGE_RESULT_LENGTH = 300;

/** A step whose result is large for every other job; later runs get what the first that finished it got. */
async function takeStep(world: SimWorld, host: Host, run: RunSeen, job: RunningJob, step: string): Promise<void> {
  const { draw, faults, invariants, record } = world;
  const isLarge = run.payload.times % 2 === 0;
  const result = `${step} of ${job.id} ${'.'.repeat(isLarge ? LARGE_RESULT_LENGTH : 0)}`;
  let isCalled = false;
  const got = await job.step(step, async () => {
    isCalled = true;
    if (isLarge) faults.count('large-step-result');
    invariants.onStep({ run, step, found: record(job.id) });
    await new Promise<void>((resolve) => host.clock.after(draw.between(0, LONGEST_STEP_MS), resolve));
    return result;
  });
  run.stepsDone.push(step);
  if (!isCalled) faults.count('step-repeated');
  if (got !== result) invariants.broken('a finished step is kept', job.id, `${step} is answered with ${got}`);
}

/** Longer than any request is under way. */
const LONGEST_REQUEST_SECONDS = 4;
const SHARE_OF_UNSURE = 0.7;

/** An effect of which the provider can be asked whether it happened. */
async function actAtMostOnce(world: SimWorld, host: Host, run: RunSeen, job: RunningJob): Promise<void> {
  const { ledger, request, draw } = world;
  const { id } = job;
  await job.step('act', () => haveEffect(world, host, run), {
    atMostOnce: true,
    longestRequestSeconds: LONGEST_REQUEST_SECONDS,
    reconcile: () =>
      request(host, { kind: 'read', says: `asks the provider about ${id}` }, async () => {
        const told = draw.chance(SHARE_OF_UNSURE) ? draw.pick(['provider-unsure', 'provider-failed'] as const) : 'sure';
        if (told !== 'sure') {
          run.wasUnsure = true;
          world.faults.count(told);
        }
        if (told === 'provider-unsure') return { done: 'unknown' as const };
        if (told === 'provider-failed') throw new Error('the carrier does not answer');
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
