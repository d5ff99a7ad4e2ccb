import { createInterface } from 'node:readline/promises';
import type { Clock } from '../../message/clock.ts';
import { type Paint, paintFor } from './paint.ts';

/** The one place that prints: results on standard output, everything else on standard error. */
export interface Terminal {
  readonly columns: number;
  readonly paint: Paint;
  readonly paintError: Paint;
  print(text: string): void;
  complain(text: string): void;
  /** At most a line every few seconds, for what takes long. */
  progress(text: string): void;
  /** True where nobody can be asked. */
  confirm(question: string, stopped: AbortSignal): Promise<boolean>;
}

const DEFAULT_COLUMNS = 80;
const PROGRESS_EVERY_MS = 2_000;

export function createTerminal(clock: Clock): Terminal {
  let lastProgressMs = clock.now();
  // Whoever reads may have seen enough: `millrace dead | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    columns: process.stdout.columns || DEFAULT_COLUMNS,
    paint: paintFor(process.stdout),
    paintError: paintFor(process.stderr),
    print: (text) => console.log(text),
    complain: (text) => console.error(text),
    progress: (text) => {
      if (clock.now() - lastProgressMs < PROGRESS_EVERY_MS) return;
      lastProgressMs = clock.now();
      console.error(text);
    },
    confirm: async (question, stopped) => {
      if (!process.stdin.isTTY || !process.stderr.isTTY) return true;
      return await ask(question, stopped);
    },
  };
}

async function ask(question: string, stopped: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const given = new AbortController();
  // In a question readline takes Ctrl-C and Ctrl-D for itself.
  for (const event of ['SIGINT', 'close']) lines.once(event, () => given.abort());
  try {
    const signal = AbortSignal.any([stopped, given.signal]);
    const answer = await lines.question(`${question} [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (stopped.aborted || given.signal.aborted) return false;
    throw error;
  } finally {
    lines.close();
  }
}
