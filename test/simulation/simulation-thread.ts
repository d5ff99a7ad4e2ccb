import { parentPort } from 'node:worker_threads';
import type { Chunk } from './run-schedules.ts';
import { runSeeds, seedsFrom } from './run-seeds.ts';

// Schedules throw by the thousand: a stack costs more than the rest of an error. A replay has them.
Error.stackTraceLimit = 0;

parentPort?.on('message', async ({ first, count }: Chunk) => {
  parentPort?.postMessage(await runSeeds(seedsFrom(first, count)));
});
