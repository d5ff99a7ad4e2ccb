import { rateWindow } from '../definition/rate-window.ts';
import { type BreakerState, breakerId, breakerState, probed } from '../record/breaker-state.ts';
import { rateCount } from '../record/rate-count.ts';
import type { SharedItem } from '../record/shared-item.ts';
import { CLOCK_SKEW_MS } from './claim-job.ts';
import { type GateContext, hasBreaker } from './gate-context.ts';
import { SHORTEST_DEFERRAL_SECONDS } from './hiding.ts';
import type { Turn, TurnPlan } from './turn.ts';

interface Admission {
  /** So many may ask for a rate. */
  readonly admitted: number;
  /** For the others. */
  readonly waitSeconds: number;
  readonly breaker?: SharedItem | undefined;
  readonly isTest?: boolean;
  readonly isReturning?: boolean;
}

/** One read for the breaker, one write for the rate, and one for the run that tests an open breaker. */
export async function planTurns(context: GateContext): Promise<TurnPlan> {
  const { admitted, waitSeconds, breaker, isTest, isReturning } = await passBreaker(context);
  const reason = isReturning ? 'breaker-returning' : 'breaker-open';
  const waiting: Turn = { kind: 'wait', reason, askedSeconds: waitSeconds };
  const rated = await takeRate(context, admitted);
  const turn = (place: number) => (place < admitted ? rated(place) : waiting);
  // Asked only where it would run: a test that waits for its rate would keep others from testing.
  if (!isTest || breaker === undefined || turn(0).kind !== 'run') return { turn, breaker };
  const probe = await takeProbe(context, breaker);
  return probe === undefined ? { turn: () => waiting, breaker } : { turn, breaker, probe };
}

async function passBreaker({ job, ports, size }: GateContext): Promise<Admission> {
  if (job.breaker === undefined) return { admitted: size, waitSeconds: 0 };
  const breaker = await ports.records.getShared(breakerId(job.type));
  const nowMs = ports.clock.now();
  return { ...admit(breakerState(job.breaker, breaker, nowMs), size, { nowMs, random: ports.random }), breaker };
}

function admit(state: BreakerState, size: number, { nowMs, random }: { nowMs: number; random(): number }): Admission {
  switch (state.kind) {
    case 'closed':
      return { admitted: size, waitSeconds: 0 };
    case 'open':
      return { admitted: 0, waitSeconds: (state.untilMs - nowMs) / 1000 };
    case 'testing':
      return { admitted: state.probeUntilMs === undefined ? 1 : 0, waitSeconds: 0, isTest: true };
    case 'returning':
      // Rounded by chance, so that a batch of one passes as seldom as one of ten.
      return { admitted: Math.floor(size * state.share + random()), waitSeconds: 0, isReturning: true };
  }
}

/** What is over the rate comes back by its place, at about the rate, once no deferral may be shorter. */
async function takeRate({ job, ports }: GateContext, wanted: number): Promise<(place: number) => Turn> {
  const window = job.ratePerSecond === undefined ? undefined : rateWindow(job.ratePerSecond);
  if (window === undefined || wanted === 0) return () => ({ kind: 'run' });
  const counted = await ports.records.count(rateCount(job.type, window, ports.clock.now(), wanted));
  const left = window.runs - (counted - wanted);
  return (place) => {
    if (place < left) return { kind: 'run' };
    const behind = place + 1 - left;
    const askedSeconds = SHORTEST_DEFERRAL_SECONDS + (behind * window.seconds) / window.runs;
    return { kind: 'wait', reason: 'rate-spent', askedSeconds };
  };
}

/** Refused where another was quicker. What shows my fence is mine, also where the answer to my write was lost. */
async function takeProbe(context: GateContext, read: SharedItem): Promise<SharedItem | undefined> {
  const { ports, deadlineMs } = context;
  if (!hasBreaker(context) || read.opened_at === undefined) return undefined;
  const move = { fence: ports.newId(), nowMs: ports.clock.now() };
  const probe = probed(context.job, move, read.opened_at, deadlineMs + CLOCK_SKEW_MS);
  const { item } = await ports.records.replaceShared(probe, read.fence);
  return item?.fence === probe.fence ? probe : undefined;
}
