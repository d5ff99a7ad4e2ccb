import { createHash } from 'node:crypto';
import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Mutant } from './mutant.ts';
import { mutatedText } from './mutant.ts';
import { ROOT, readProtocolFile } from './protocol-files.ts';
import type { Verdict } from './run-mutant.ts';
import { testsOf } from './tests-of.ts';

/** Where a run leaves its verdicts as they come, so that the next can go on from there. */
export const VERDICTS_FILE = 'node_modules/.cache/millrace-mutants.jsonl';

interface Line {
  /** The file with its mistake, and its tests: with other ones a verdict may be another. */
  readonly text: string;
  readonly tests: string;
  readonly verdict: Verdict;
}

export interface VerdictsFile {
  keep(mutant: Mutant, verdict: Verdict): void;
  /** What is known of it; `again` where only the unit tests have to be asked again, since they are others by now. */
  known(mutant: Mutant): { readonly verdict: Verdict; readonly again: boolean } | undefined;
}

/** Begun anew by a run of all; one of a part leaves the others' verdicts. */
export function openVerdicts({ resume, isPart }: { readonly resume: boolean; readonly isPart: boolean }): VerdictsFile {
  const path = `${ROOT}${VERDICTS_FILE}`;
  mkdirSync(`${ROOT}node_modules/.cache`, { recursive: true });
  if (!resume && !isPart) writeFileSync(path, '');
  const lines = new Map((resume ? read(path) : []).map((line) => [line.text, line]));
  const hashes = new Map<string, string>();
  const testsHash = (file: string) => {
    const tests = testsOf(file);
    const known = hashes.get(tests.join()) ?? hashOf(tests.flatMap(filesOf).map((test) => readFileSync(test, 'utf8')));
    hashes.set(tests.join(), known);
    return known;
  };
  return {
    keep: (mutant, verdict) =>
      appendFileSync(
        path,
        `${JSON.stringify({ text: textHash(mutant), tests: testsHash(mutant.file), verdict } satisfies Line)}\n`,
      ),
    known: (mutant) => {
      const line = lines.get(textHash(mutant));
      if (line === undefined) return undefined;
      const isKilled = line.verdict.kind === 'killed' || line.verdict.kind === 'killed-by-test';
      return { verdict: line.verdict, again: !isKilled && line.tests !== testsHash(mutant.file) };
    },
  };
}

/** Written by a run before this one; its last line may be half a line. */
function read(path: string): Line[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Line);
}

function textHash({ file, edits }: Mutant): string {
  return hashOf([file, mutatedText(readProtocolFile(file), edits)]);
}

function filesOf(test: string): string[] {
  return globSync(`${ROOT}${test}*.ts`).sort();
}

function hashOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 24);
}
