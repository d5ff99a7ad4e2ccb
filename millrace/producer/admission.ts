import { NEARLY_FULL } from '../definition/timing.ts';
import { createGauge, type Gauge, type GaugePorts } from './gauge.ts';
import { createLine, type Line } from './line.ts';

/** What a queue takes, and how fast it is worked off where nothing is measured yet. */
export interface Capacity {
  readonly maxDepth: number;
  readonly drainPerSecond: number;
}

export interface Admitted {
  /** Of those jobs that wanted in: how long each refused one is to wait. */
  readonly waitsSeconds: ReadonlyMap<string, number>;
  readonly depth: number;
  /** To be called once, when the admitted ones are sent or given up: until then they count as on their way. */
  readonly settled: () => void;
}

export interface Admission {
  /** @throws QueueNotFoundError */
  admit(queueName: string, capacity: Capacity, jobIds: readonly string[]): Promise<Admitted>;
}

/** From this part of a queue's `maxDepth` on it is looked at each second. */
const HALF_FULL = 0.5;

/**
 * Decides by a reading a few seconds old, and what was sent since, which jobs a queue takes. A queue that was full takes
 * none until it is down to 80 %. Each refused job is told when its own place will be free; while some wait for theirs,
 * the others get in up to the 80 % alone.
 */
export function createAdmission(ports: GaugePorts): Admission {
  const queues = new Map<string, Gate>();
  return {
    async admit(queueName, capacity, jobIds) {
      const gate = queues.get(queueName) ?? createGate(createGauge(queueName, ports), createLine(queueName, ports));
      queues.set(queueName, gate);
      return await gate(capacity, jobIds);
    },
  };
}

type Gate = (capacity: Capacity, jobIds: readonly string[]) => Promise<Admitted>;

function createGate(gauge: Gauge, line: Line): Gate {
  let isFull = false;
  return async ({ maxDepth, drainPerSecond }, jobIds) => {
    await gauge.look((depth) => isFull || depth + jobIds.length > HALF_FULL * maxDepth);
    const due = isFull || line.isWaiting() ? await dueOf(line, jobIds) : new Set();
    const depth = gauge.depth();
    // Nothing is known of it: nothing is refused.
    if (depth === undefined) return { waitsSeconds: new Map(), depth: 0, settled: gauge.sending(jobIds.length) };
    const reopensAt = Math.floor(NEARLY_FULL * maxDepth);
    if (depth >= maxDepth) isFull = true;
    else if (depth <= reopensAt) isFull = false;
    const mostForOthers = isFull ? 0 : line.isWaiting() ? reopensAt + 1 : maxDepth;
    const refused: string[] = [];
    let filled = depth;
    for (const jobId of jobIds) {
      if (filled < (due.has(jobId) ? maxDepth : mostForOthers)) filled += 1;
      else refused.push(jobId);
    }
    if (filled >= maxDepth) isFull = true;
    const settled = gauge.sending(filled - depth);
    const perSecond = gauge.drainPerSecond(drainPerSecond);
    const free = { perSecond, fromSeconds: Math.max(0, filled - reopensAt) / perSecond };
    const waitsSeconds = new Map<string, number>();
    for (const jobId of refused) waitsSeconds.set(jobId, await line.join(jobId, free));
    return { waitsSeconds, depth, settled };
  };
}

async function dueOf(line: Line, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const due = await Promise.all(jobIds.map(async (jobId) => ((await line.isDue(jobId)) ? [jobId] : [])));
  return new Set(due.flat());
}
