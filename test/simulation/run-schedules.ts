import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../millrace/message/clock.ts';
import { type Simulation, type SimulationPart, sumOf } from './simulation.ts';

const MOST_THREADS = 2;
/** Schedules that a thread takes at a time. */
const CHUNK = 100;

export interface SimulationOptions {
  readonly runs: number;
  readonly firstSeed: number;
  readonly progress: (text: string) => void;
}

/** Schedules `firstSeed` and those that follow it, on as many threads as there are processors, and at most two. */
export async function runSchedules({ runs, firstSeed, progress }: SimulationOptions): Promise<Simulation> {
  const startedMs = systemClock.now();
  const chunks = Array.from({ length: Math.ceil(runs / CHUNK) }, (_, index) => ({
    first: firstSeed + index * CHUNK,
    count: Math.min(CHUNK, runs - index * CHUNK),
  }));
  const parts: SimulationPart[] = [];
  const keep = (part: SimulationPart) => {
    parts.push(part);
    const { runs: done, violations } = sumOf(parts);
    progress(`${done} of ${runs} schedules, ${violations.length} violations`);
  };
  const threads = Math.min(MOST_THREADS, availableParallelism(), chunks.length);
  await Promise.all(Array.from({ length: threads }, () => workThrough(chunks, keep)));
  return { ...sumOf(parts), seconds: Math.round((systemClock.now() - startedMs) / 100) / 10 };
}

export interface Chunk {
  readonly first: number;
  readonly count: number;
}

/** One thread, given a chunk whenever it has answered the one before. */
async function workThrough(chunks: Chunk[], keep: (part: SimulationPart) => void): Promise<void> {
  const worker = new Worker(new URL('./simulation-thread.ts', import.meta.url));
  try {
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        const chunk = chunks.shift();
        if (chunk) worker.postMessage(chunk);
        else resolve();
      };
      worker.on('error', reject);
      worker.on('message', (part: SimulationPart) => {
        keep(part);
        next();
      });
      next();
    });
  } finally {
    await worker.terminate();
  }
}
