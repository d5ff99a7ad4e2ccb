/** Time, passed in: the one thing that tells the hour and sets timers, so that tests and the simulator can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, `delayMs` from now; the returned function takes that back. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until `advance` moves it, firing what falls due on the way, in order. */
export interface VirtualClock extends Clock {
  advance(seconds: number): void;
}

export function createVirtualClock(startMs = Date.UTC(2026, 0, 1)): VirtualClock {
  let nowMs = startMs;
  const timers = new Set<{ dueMs: number; callback: () => void }>();
  const nextDue = (untilMs: number) =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  return {
    now: () => nowMs,
    after: (delayMs, callback) => {
      const timer = { dueMs: nowMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (seconds) => {
      const untilMs = nowMs + seconds * 1000;
      for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) {
        timers.delete(due);
        nowMs = Math.max(nowMs, due.dueMs);
        due.callback();
      }
      nowMs = untilMs;
    },
  };
}
