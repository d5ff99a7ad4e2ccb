import { readFileSync } from 'node:fs';

export interface CodeBlock {
  readonly language: string;
  /** The file it stands in, after `file=`. */
  readonly file: string | undefined;
  readonly text: string;
}

/** The fenced code blocks of a Markdown file, in order. */
export function codeBlocks(path: string): CodeBlock[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', file, block = '']) => ({ language, file, text: block }),
  );
}
