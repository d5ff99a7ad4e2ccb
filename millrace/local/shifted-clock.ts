import type { VirtualClock } from '../message/clock.ts';

// setTimeout fires at once when asked for more than this.
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

interface ShiftedTimer {
  readonly dueMs: number;
  readonly callback: () => void;
  timeout?: NodeJS.Timeout;
}

/** Real time plus an offset: it runs on by itself, and `advance` moves it on and fires what falls due on the way, in order. */
export function createShiftedClock(): VirtualClock {
  let offsetMs = 0;
  const timers = new Set<ShiftedTimer>();
  const now = () => Date.now() + offsetMs;

  const fire = (timer: ShiftedTimer) => {
    clearTimeout(timer.timeout);
    timers.delete(timer);
    timer.callback();
  };
  const arm = (timer: ShiftedTimer) => {
    clearTimeout(timer.timeout);
    const delayMs = Math.min(Math.max(0, timer.dueMs - now()), LONGEST_TIMEOUT_MS);
    timer.timeout = setTimeout(() => (timer.dueMs <= now() ? fire(timer) : arm(timer)), delayMs);
  };
  const nextDue = (untilMs: number) => {
    let next: ShiftedTimer | undefined;
    for (const timer of timers) if (timer.dueMs <= untilMs && (!next || timer.dueMs < next.dueMs)) next = timer;
    return next;
  };

  return {
    now,
    after: (delayMs, callback) => {
      const timer: ShiftedTimer = { dueMs: now() + Math.max(0, delayMs), callback };
      timers.add(timer);
      arm(timer);
      return () => {
        clearTimeout(timer.timeout);
        timers.delete(timer);
      };
    },
    advance: (seconds) => {
      const untilMs = now() + seconds * 1000;
      for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) {
        offsetMs += Math.max(0, due.dueMs - now());
        fire(due);
      }
      offsetMs += Math.max(0, untilMs - now());
      for (const timer of timers) arm(timer);
    },
  };
}
