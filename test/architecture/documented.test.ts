import { alarmKinds, runbookPath, schedulesAlarm } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';
import { verdictWords } from '../../millrace/ops/redrive/verdict.ts';
import { verbs } from '../../millrace/ops/verbs/index.ts';
import { codeOf, readProjectFile } from './project-files.ts';

const glossary = readProjectFile('docs/glossary.md');

/** The texts of a union type, read from its source: at run time a type is gone. */
function membersOf(path: string, type: string): string[] {
  const declaration = codeOf(path).split(`export type ${type} =`)[1]?.split(';')[0] ?? '';
  return [...declaration.matchAll(/'([\w-]+)'/g)].map(([, member = '']) => member);
}

/** The first cells of the table that follows these words. */
function definedAfter(words: string): string[] {
  const [, after = ''] = glossary.split(words);
  const table = after.slice(after.indexOf('\n|')).trimStart().split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| `([\w-]+)` /gm)].map(([, word = '']) => word);
}

describe('the glossary', () => {
  it.each([
    ['every status of a record', 'Statuses of a record:', 'millrace/record/job-record.ts', 'JobStatus'],
    ['every outcome', '\n## Outcomes', 'millrace/consumer/outcome.ts', 'OutcomeName'],
    ['every reason of a deferral', 'Why a delivery was deferred:', 'millrace/consumer/outcome.ts', 'DeferralReason'],
    ['every death reason', '\n## Death reasons', 'millrace/record/job-record.ts', 'DeathReason'],
  ])('defines %s, and no other', (_what, words, path, type) => {
    const members = membersOf(path, type);
    expect(members.length).toBeGreaterThan(4);
    expect(definedAfter(words)).toEqual(members);
  });

  it('defines every verdict of a redrive, and no other', () => {
    expect(definedAfter('\n## Verdicts of a redrive')).toEqual(Object.keys(verdictWords));
  });
});

describe('what an operator meets', () => {
  it.each(verbs.map(({ name }) => name))('has the verb %s in docs/operating.md', (name) => {
    expect(readProjectFile('docs/operating.md')).toContain(`\n## ${name}\n`);
  });

  it.each([...alarmKinds, schedulesAlarm])('has a runbook for the alarm $id', (kind) => {
    expect(readProjectFile(runbookPath(kind))).toContain(`# ${kind.id}`);
  });
});
