import { Session } from 'node:inspector/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { runSchedule } from '../run-schedule.ts';
import { seedsFrom } from '../run-seeds.ts';
import { ROOT } from './protocol-files.ts';
import type { ReachedRanges } from './reached.ts';
import { readTrial } from './trial.ts';

/** Runs the schedules on the code as it is, and tells which parts of it they reach. */
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
// What is loaded before is not looked at: the schedules' own modules come by import.
const violations: string[] = [];
for (const seed of seedsFrom(1, readTrial(argv).runs)) {
  for (const { invariant } of (await runSchedule(seed)).violations) violations.push(`${invariant}, seed ${seed}`);
}
const { result } = await session.post('Profiler.takePreciseCoverage');
const ranges: ReachedRanges = {};
for (const { url, functions } of result) {
  if (!url.startsWith('file:')) continue;
  const path = fileURLToPath(url);
  if (!path.startsWith(`${ROOT}millrace/`)) continue;
  ranges[path.slice(ROOT.length)] = functions.flatMap((one) =>
    one.ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, count] as const),
  );
}
process.send?.({ ranges, violations });
process.disconnect?.();
