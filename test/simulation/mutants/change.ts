import type { Edit } from './mutant.ts';
import { type Node, type Site, type Source, textOf } from './syntax-tree.ts';

/** What an operator does to a source. */
export interface Change {
  readonly site: Site;
  readonly edits: readonly Edit[];
  readonly before: string;
  readonly after: string;
  /** Where it takes effect, unless that is where the site begins. */
  readonly at?: number;
}

/** One kind of mistake. */
export interface Operator {
  readonly name: string;
  /** What it does, for people. */
  readonly does: string;
  /** Not tried unless it is asked for. */
  readonly onlyByName?: true;
  changes(source: Source): Iterable<Change>;
}

export function replaced(source: Source, site: Site, text: string, node: Node = site.node): Change {
  const { start, end } = node;
  return { site, edits: [{ start, end, text }], before: textOf(source, node), after: text };
}

/** One element of a list less, with its comma. */
export function without(source: Source, list: Site, elements: readonly (Node | null)[], index: number): Change[] {
  const element = elements[index];
  if (!element) return [];
  const [next, previous] = [elements[index + 1], elements[index - 1]];
  const start = next || !previous ? element.start : previous.end;
  const end = next ? next.start : element.end;
  const after = `no ${textOf(source, element)}`;
  return [{ site: list, edits: [{ start, end, text: '' }], before: textOf(source, element), after, at: element.start }];
}

/** So much of a text as tells what it is, in one line. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('`', "'").trim();
}
