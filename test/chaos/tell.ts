import { parseArgs } from 'node:util';
import { systemClock } from '../../millrace/message/clock.ts';
import { chaos } from './chaos.ts';
import { describeTally, undueDeaths } from './tally.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { jobs: { type: 'string' }, seed: { type: 'string' } } });
const jobs = Number(values.jobs ?? 2_000);
const seed = Number(values.seed ?? systemClock.now() % 100_000);

say(`${jobs} jobs, --seed ${seed}`);
const { tally, evidence, seconds } = await chaos({ jobs, seed });
const { completed, ...broken } = evidence;
const breaches = Object.entries({ ...broken, undueDeaths: undueDeaths(tally) }).filter(([, of]) => of.length > 0);
say(describeTally(tally));
say(`${completed} completed in ${seconds.toFixed(1)} s${breaches.length === 0 ? ', each effect once' : ''}`);
for (const [what, of] of breaches) say(`${what}: ${of.length}: ${of.slice(0, 5).join(' ')}`);
process.exitCode = breaches.length === 0 ? 0 : 1;
