import { parentPort } from 'node:worker_threads';
import type { Chunk } from './run-schedules.ts';
import { runSeeds, seedsFrom } from './run-seeds.ts';

parentPort?.on('message', async ({ first, count }: Chunk) => {
  parentPort?.postMessage(await runSeeds(seedsFrom(first, count)));
});
