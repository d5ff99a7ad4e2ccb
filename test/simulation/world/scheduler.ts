import { createDueHeap } from '../../../millrace/local/engine/sqs/due-heap.ts';
import type { Clock } from '../../../millrace/message/clock.ts';
import type { Draw } from './draw.ts';

/** The one clock of a schedule, and the one order of its events. */
export interface Scheduler extends Clock {
  /** Takes one event after the other until none is due before `untilMs`, or `isOver` holds. */
  run(untilMs: number, isOver?: () => boolean): Promise<void>;
  /** Events taken so far. */
  readonly taken: number;
}

const START_MS = Date.UTC(2026, 0, 1);

/** Events due at the same millisecond come in an order that the seed draws. */
export function createScheduler(draw: Draw): Scheduler {
  const events = createDueHeap<() => void>();
  let nowMs = START_MS;
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    now: () => nowMs,
    after: (delayMs, callback) => {
      const event = () => callback();
      events.set(event, nowMs + Math.max(0, Math.ceil(delayMs)) + draw.number() * 0.999);
      return () => events.delete(event);
    },
    async run(untilMs, isOver = () => false) {
      while (!isOver()) {
        const due = events.firstDue();
        if (due === undefined || due >= untilMs) break;
        nowMs = Math.max(nowMs, Math.floor(due));
        taken += 1;
        events.takeUntil(due)?.();
        await everythingSaid();
      }
      if (!isOver()) nowMs = Math.max(nowMs, untilMs);
    },
  };
}

/** At the next macrotask all microtasks are over: nothing is under way but what waits for an event. */
function everythingSaid(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
