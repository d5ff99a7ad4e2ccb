import type { Clock } from '../../../millrace/message/clock.ts';
import { createLife, type Life } from '../../../millrace/testing/world/life.ts';
import type { EventLog } from './event-log.ts';
import type { Caller } from './request.ts';
import type { Scheduler } from './scheduler.ts';

/** A process of the world, an execution environment for one: with a clock of its own, mortal, and it can freeze. */
export interface Host extends Caller {
  readonly life: Life;
  readonly clock: Clock;
  /** Faults that touched it so far. */
  readonly hits: number;
  /** True times at which it froze. */
  readonly frozeAtMs: readonly number[];
  isFrozen(): boolean;
  /** Goes on where it was; nothing where it isn't frozen. */
  wake(): void;
  /** Lambda stops it between two invocations: what is under way then goes on at the next one, or never. */
  rest(): void;
  /** Answers how much went on. */
  endRest(): number;
}

export interface HostOptions {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
  /** How much its clock is ahead of the true time. */
  readonly skewMs?: number;
  readonly frailty?: number;
}

export function createHost({ name, scheduler, log, skewMs = 0, frailty = 1 }: HostOptions): Host {
  const life = createLife();
  let hits = 0;
  let frozen = false;
  let resting = false;
  let pending: (() => void)[] = [];
  const frozeAtMs: number[] = [];
  const wake = () => {
    if (!frozen || life.isOver()) return;
    frozen = false;
    log(name, 'wakes');
    goOn();
  };
  const goOn = () => {
    const waiting = pending;
    pending = [];
    for (const next of waiting) scheduler.after(0, () => go(next));
    return waiting.length;
  };
  const go = (next: () => void) => {
    if (life.isOver()) return;
    if (frozen || resting) pending.push(next);
    else next();
  };
  return {
    name,
    frailty,
    life,
    frozeAtMs,
    get hits() {
      return hits;
    },
    clock: {
      now: () => scheduler.now() + skewMs,
      after: (delayMs, callback) => scheduler.after(delayMs, () => go(callback)),
    },
    isOver: life.isOver,
    isFrozen: () => frozen,
    go,
    wake,
    rest: () => {
      resting = true;
    },
    endRest: () => {
      resting = false;
      return goOn();
    },
    hit: () => {
      hits += 1;
    },
    die: () => {
      if (life.isOver()) return;
      hits += 1;
      log(name, 'dies');
      life.end();
    },
    freeze: (forMs) => {
      if (life.isOver() || frozen) return;
      hits += 1;
      frozen = true;
      frozeAtMs.push(scheduler.now());
      log(name, `freezes for ${forMs} ms`);
      scheduler.after(forMs, wake);
    },
  };
}
