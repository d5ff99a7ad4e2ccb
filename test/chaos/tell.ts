import { parseArgs } from 'node:util';
import { chaos } from './chaos.ts';
import { describeTally } from './tally.ts';

const { values } = parseArgs({ options: { jobs: { type: 'string' }, seed: { type: 'string' } } });
const jobs = Number(values.jobs ?? 2_000);
const seed = Number(values.seed ?? Math.trunc(performance.now() * 1000));
process.stdout.write(`${jobs} jobs, --seed ${seed}\n`);
const { tally, evidence, seconds } = await chaos({ jobs, seed });
process.stdout.write(`${describeTally(tally)}\n`);
const { completed, ...broken } = evidence;
const offenders = Object.entries(broken).filter(([, ids]) => ids.length > 0);
process.stdout.write(`${completed} completed, each effect once, in ${seconds.toFixed(1)} s\n`);
for (const [what, ids] of offenders) process.stdout.write(`${what}: ${ids.length}, ${ids.slice(0, 5).join(' ')}\n`);
process.exitCode = offenders.length === 0 ? 0 : 1;
