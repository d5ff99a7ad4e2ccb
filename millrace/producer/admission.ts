import { NEARLY_FULL } from '../definition/timing.ts';
import type { Clock } from '../message/clock.ts';
import { createGauge, type Gauge } from './gauge.ts';

/** What a queue takes, and how fast it is worked off where nothing is measured yet. */
export interface Capacity {
  readonly maxDepth: number;
  readonly drainPerSecond: number;
}

/** Of jobs that wanted in together, the first `admitted`; one wait for each of the others. */
export interface Admitted {
  readonly admitted: number;
  readonly depth: number;
  readonly waitsSeconds: readonly number[];
  /** To be called once, when the admitted ones are sent or given up: until then they count as on their way. */
  readonly settled: () => void;
}

export interface Admission {
  /** @throws QueueNotFoundError */
  admit(queueName: string, capacity: Capacity, wanted: number): Promise<Admitted>;
}

export interface AdmissionPorts {
  readonly clock: Clock;
  /** Messages in the queue: visible, in flight and delayed. */
  depth(queueName: string): Promise<number>;
  /** Told of a reading that failed; sending is not blocked by it. */
  unread(queueName: string, error: unknown): void;
}

/** No wait that a client is told is longer: by then the drain rate has changed. */
const LONGEST_WAIT_SECONDS = 3600;
/** Where nothing was drained lately, nobody knows: come and see. */
const STANDSTILL_WAIT_SECONDS = 60;

/**
 * Decides by a reading a few seconds old, and what was sent since, how many jobs a queue takes. A queue that was full
 * takes none until it is down to 80 %. Each refused job is told when its place will be free, one after the other, so that
 * those who wait do not all come back at once. It knows of this process's sends alone until it reads again.
 */
export function createAdmission({ clock, ...ports }: AdmissionPorts): Admission {
  const queues = new Map<string, Gate>();
  return {
    async admit(queueName, capacity, wanted) {
      const gate = queues.get(queueName) ?? createGate(createGauge(queueName, { clock, ...ports }), clock);
      queues.set(queueName, gate);
      return await gate(capacity, wanted);
    },
  };
}

type Gate = (capacity: Capacity, wanted: number) => Promise<Admitted>;

function createGate(gauge: Gauge, clock: Clock): Gate {
  let isFull = false;
  let lastPlaceAtMs = 0;
  return async ({ maxDepth, drainPerSecond }, wanted) => {
    await gauge.look((depth) => isFull || depth + wanted > maxDepth);
    const depth = gauge.depth();
    // Nothing is known of it: nothing is refused.
    if (depth === undefined) return { admitted: wanted, depth: 0, waitsSeconds: [], settled: gauge.sending(wanted) };
    const reopensAt = Math.floor(NEARLY_FULL * maxDepth);
    if (depth >= maxDepth) isFull = true;
    else if (depth <= reopensAt) isFull = false;
    const admitted = isFull ? 0 : Math.min(wanted, maxDepth - depth);
    if (admitted < wanted) isFull = true;
    const settled = gauge.sending(admitted);
    const rate = gauge.drainPerSecond() ?? drainPerSecond;
    const waitsSeconds = Array.from({ length: wanted - admitted }, () => {
      if (rate <= 0) return STANDSTILL_WAIT_SECONDS;
      const nowMs = clock.now();
      const reopensAtMs = nowMs + (Math.max(0, depth + admitted - reopensAt) / rate) * 1000;
      lastPlaceAtMs = Math.max(lastPlaceAtMs, reopensAtMs) + 1000 / rate;
      return Math.min(LONGEST_WAIT_SECONDS, Math.max(1, Math.ceil((lastPlaceAtMs - nowMs) / 1000)));
    });
    return { admitted, depth, waitsSeconds, settled };
  };
}
