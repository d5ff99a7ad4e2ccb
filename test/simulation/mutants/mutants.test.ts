import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateMutants } from './generate-mutants.ts';
import { readJustifications, staleJustifications } from './justifications.ts';
import { mutantKey } from './mutant.ts';
import { operators } from './operators/all-operators.ts';
import { isReached } from './reached.ts';
import { runMutant } from './run-mutant.ts';
import { testsOf } from './tests-of.ts';
import { startUnitTests } from './unit-tests.ts';

const mutants = generateMutants();

function mutant(file: string, within: string, operator: string, before: string, after: string) {
  const key = mutantKey({ file, within, operator, before, after });
  const found = mutants.find((one) => mutantKey(one) === key);
  if (found === undefined) throw new Error(`no mutant ${key}`);
  return found;
}

describe('mutants of the protocol', () => {
  it.each(operators)('$name finds its sites', ({ name }) => {
    expect(mutants.filter(({ operator }) => operator === name)).not.toEqual([]);
  });

  it('have a reason on file only where they are still there', () => {
    expect(staleJustifications(readJustifications(), mutants)).toEqual([]);
  });

  it('are not reached where the innermost range around them never was', () => {
    const one = mutant(
      'millrace/consumer/create-consumer.ts',
      'answer',
      'weaken-condition',
      'outcome.acknowledged',
      'true',
    );
    expect(isReached({ [one.file]: [[0, 9_999, 1]] }, one)).toBe(true);
    expect(
      isReached(
        {
          [one.file]: [
            [0, 9_999, 1],
            [one.at, one.at + 1, 0],
          ],
        },
        one,
      ),
    ).toBe(false);
    expect(isReached({}, one)).toBe(false);
  });
});

describe('the simulation notices within a few schedules', () => {
  it.each([
    [
      'a run that settles whoever holds the job by now',
      mutant(
        'millrace/record/writes/settling.ts',
        'underFence',
        'drop-condition',
        "equals('fence', fence)",
        "no equals('fence', fence)",
      ),
    ],
    [
      'a claim that asks for nothing',
      mutant(
        'millrace/record/writes/claiming.ts',
        'claim',
        'drop-condition',
        "when: any(absent('id'), waiting)",
        "no when: any(absent('id'), waiting)",
      ),
    ],
    [
      'an answer that acknowledges what failed',
      mutant('millrace/consumer/create-consumer.ts', 'answer', 'weaken-condition', 'outcome.acknowledged', 'true'),
    ],
  ])(
    '%s',
    async (_, broken) => {
      expect(await runMutant(broken, 100)).toMatchObject({ kind: 'killed' });
    },
    30_000,
  );
});

describe('the unit tests of a part', () => {
  it('are there for every file that has mutants', () => {
    const files = new Set(mutants.map(({ file }) => file));
    const prefixes = [...files].flatMap(testsOf);
    expect(prefixes.filter((prefix) => globSync(`${prefix}*.test.ts`).length === 0)).toEqual([]);
  });

  it('name the one that notices a mistake, and are green on the code as it is', async () => {
    const tests = startUnitTests();
    try {
      const file = 'millrace/record/writes/cancelling.ts';
      const forgets = mutant(file, 'cancelWaiting', 'drop-attribute', "'cancel_requested'", "no 'cancel_requested'");
      expect(await tests.noticedBy(forgets)).toMatch(/^test\/record\/[\w-]+\.test\.ts: /);
      // What another part's tests noticed before is not theirs.
      expect(await tests.failing('millrace/producer/send-all.ts')).toBeUndefined();
      expect(await tests.failing(file)).toBeUndefined();
    } finally {
      tests.end();
    }
  }, 60_000);
});
