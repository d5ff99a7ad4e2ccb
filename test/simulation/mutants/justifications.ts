import { readFileSync } from 'node:fs';
import { type Mutant, mutantKey } from './mutant.ts';
import { ROOT } from './protocol-files.ts';

/** The page with the mutants that may survive, by reason. */
export const JUSTIFICATIONS_PAGE = 'docs/decisions/surviving-mutants.md';

/** One mutant that may survive, and the heading under which its reason stands. */
export interface Justification {
  readonly key: string;
  readonly reason: string;
}

const ENTRY = /^- `(?<file>[^`]+)` (?<within>\S+) (?<operator>[\w-]+): `(?<before>[^`]*)` → `(?<after>[^`]*)`$/;

export function readJustifications(page = readFileSync(`${ROOT}${JUSTIFICATIONS_PAGE}`, 'utf8')): Justification[] {
  let reason = '';
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) reason = line.slice(3);
    const { file = '', within = '', operator = '', before = '', after = '' } = ENTRY.exec(line)?.groups ?? {};
    return file === '' ? [] : [{ key: mutantKey({ file, within, operator, before, after }), reason }];
  });
}

/** A mutant as the page lists it. */
export function justificationLine({ file, within, operator, before, after }: Mutant): string {
  return `- \`${file}\` ${within} ${operator}: \`${before}\` → \`${after}\``;
}

/** Entries that no mutant answers to: what they speak of is there no more. */
export function staleJustifications(entries: readonly Justification[], mutants: readonly Mutant[]): Justification[] {
  const keys = new Set(mutants.map(mutantKey));
  return entries.filter(({ key }) => !keys.has(key));
}
