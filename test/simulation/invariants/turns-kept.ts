import { type RateWindow, rateWindow } from '../../../millrace/definition/rate-window.ts';
import type { ClaimSeen, Ledger } from '../world/ledger.ts';
import type { SimSettings } from '../world/sim-job.ts';
import { invocationOf, type TurnsSeen, type WindowSeen } from '../world/turns-seen.ts';
import type { Invariant } from './invariant.ts';

/** Clocks are assumed to differ by less. */
const SKEW_MS = 5_000;

/** Nothing is claimed without a turn: no more than its rate, nothing while the breaker is open, one at a time to test it. */
export const turnsKept: Invariant = {
  name: 'a job waits for its turn',
  onWrite({ before, after }, ledger) {
    const isClaim = after.status === 'INPROGRESS' && after.fence !== before?.fence;
    const claim = isClaim ? ledger.claims.get(after.fence ?? '') : undefined;
    if (claim === undefined) return undefined;
    const saw = whatIsWrong(claim, ledger);
    return saw === undefined ? undefined : { job: after.id, saw: `${claim.writer} claimed it, ${saw}` };
  },
  onTest({ before, atMs, writer }) {
    const untilMs = before?.probe_until ?? 0;
    if (untilMs <= atMs + SKEW_MS) return undefined;
    return { job: 'the breaker', saw: `${writer} tests it, and another does until ${untilMs - atMs} ms later` };
  },
};

function whatIsWrong(claim: ClaimSeen, ledger: Ledger): string | undefined {
  const { ratePerSecond, breaker } = ledger.settings;
  if (ratePerSecond === undefined && breaker === undefined) return undefined;
  const turns = ledger.turns.get(invocationOf(claim));
  if (turns === undefined) return 'and asked for no turn';
  turns.claims += 1;
  return overRate(turns, ledger) ?? againstBreaker(turns, ledger.settings);
}

function overRate({ windows }: TurnsSeen, { settings, turns }: Ledger): string | undefined {
  const window = settings.ratePerSecond === undefined ? undefined : rateWindow(settings.ratePerSecond);
  if (window === undefined) return undefined;
  const over = windows.map((own) => overWindow(own, window, turns));
  if (over.length === 0) return 'and never asked for its rate';
  return over.includes(undefined) ? undefined : over[0];
}

function overWindow(own: WindowSeen, window: RateWindow, turns: Ledger['turns']): string | undefined {
  const windowMs = window.seconds * 1000;
  let [inWindow, inTime] = [0, 0];
  for (const { windows, claims } of turns.values()) {
    const [other, another] = windows;
    if (another !== undefined) continue;
    if (other?.id === own.id) inWindow += claims;
    if (other && other.askedAtMs <= own.askedAtMs && other.askedAtMs > own.askedAtMs - windowMs) inTime += claims;
  }
  if (inWindow > window.runs) return `the ${inWindow}th of ${own.id}`;
  const most = (window.runs * (2 * windowMs + SKEW_MS)) / windowMs;
  return inTime > most ? `the ${inTime}th within ${window.seconds} s` : undefined;
}

function againstBreaker({ breaker: read, isTest, claims }: TurnsSeen, { breaker }: SimSettings): string | undefined {
  if (breaker === undefined) return undefined;
  if (read === undefined) return 'and never asked the breaker';
  const openedMs = read.item?.opened_at;
  if (openedMs === undefined) return undefined;
  if (read.readAtMs < openedMs + breaker.openSeconds * 1000 - SKEW_MS) return 'and the breaker was open';
  if (!isTest) return 'and another may test the breaker';
  return claims > 1 ? `the ${claims}th to test the breaker at once` : undefined;
}
