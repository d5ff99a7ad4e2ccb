import { readFileSync } from 'node:fs';
import { createVitest, type TestModule, type TestSequencer, type TestSpecification } from 'vitest/node';
import { mutatedText } from './mutant.ts';
import { ROOT } from './protocol-files.ts';
import type { TestsNews, TestsTrial } from './unit-tests.ts';

/** Runs tests with one file's text changed, as often as it is asked to: what it has compiled serves the next trial. */
let mutant: TestsTrial['mutant'];

/** Which test file noticed a mistake last, and how long each takes: who noticed the one before may well notice the next. */
let noticed = 0;
const noticedAt = new Map<string, number>();
const tookMs = new Map<string, number>();

/** The test files that this trial has run: Vitest's own answer tells of all that it ever ran. */
let ran: TestModule[] = [];

class LikelyFirst implements TestSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const later = ({ moduleId }: TestSpecification) => noticedAt.get(moduleId) ?? 0;
    const longer = ({ moduleId }: TestSpecification) => tookMs.get(moduleId) ?? 0;
    return files.toSorted((a, b) => later(b) - later(a) || longer(a) - longer(b));
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const vitest = await createVitest(
  {
    ...{ root: ROOT, watch: false, bail: 1, pool: 'threads', isolate: false, maxWorkers: 1 },
    reporters: [{ onTestModuleEnd: (tested) => void ran.push(tested) }],
    // What is kept on disk would be served to the next run of the tests: it must not hold a mistake.
    ...{ cache: false, fsModuleCache: false },
    // A machine at its limit is no mistake.
    testTimeout: 20_000,
    sequence: { sequencer: LikelyFirst },
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id) => (id === mutant?.path ? mutatedText(readFileSync(id, 'utf8'), mutant.edits) : undefined),
      },
    ],
  },
);

async function firstFailure({ tests }: TestsTrial): Promise<TestsNews> {
  const specifications = await vitest.globTestSpecifications(tests.map((test) => `${ROOT}${test}`));
  if (specifications.length === 0) throw new Error(`no test file is at ${tests.join(', ')}`);
  ran = [];
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  for (const tested of ran) {
    if (tested.state() !== 'skipped') tookMs.set(tested.moduleId, tested.diagnostic().duration);
    if (tested.state() === 'failed') noticedAt.set(tested.moduleId, ++noticed);
  }
  for (const tested of ran) {
    const [failed] = tested.children.allTests('failed');
    const file = tested.moduleId.slice(ROOT.length);
    if (failed) return { failed: `${file}: ${failed.fullName}` };
    if (tested.state() === 'failed') return { failed: `${file}: ${firstLine(tested.errors()[0]?.message)}` };
  }
  return unhandledErrors.length > 0 ? { failed: `unhandled: ${firstLine(String(unhandledErrors[0]))}` } : {};
}

function firstLine(text = 'can not be loaded'): string {
  return text.split('\n')[0] ?? '';
}

process.on('message', async (asked) => {
  const trial = asked as TestsTrial; // what unit-tests.ts sends
  const touched = [mutant?.path, trial.mutant?.path];
  mutant = trial.mutant;
  for (const path of touched) if (path !== undefined) vitest.invalidateFile(path);
  process.send?.(await firstFailure(trial));
});
// Without whoever waits for the answer it is of no use to go on.
process.once('disconnect', () => process.exit());
process.send?.({});
