import { createInterface } from 'node:readline/promises';
import type { Clock } from '../../message/clock.ts';
import type { Consent } from '../verbs/verb.ts';
import { columnsOf } from './columns-of.ts';
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
  /** `yes` where nobody can be asked. */
  confirm(question: string, stopped: AbortSignal): Promise<Consent>;
}

const PROGRESS_EVERY_MS = 2_000;

export function createTerminal(clock: Clock): Terminal {
  let lastProgressMs = clock.now();
  // Whoever reads may have seen enough: `millrace dead | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    console.error(`millrace: the output can't be written: ${error.message}`);
    // Whatever the command answers: nobody has read it.
    process.exit(1);
  });
  return {
    columns: columnsOf(process.stdout),
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
      if (!process.stdin.isTTY || !process.stderr.isTTY) return 'yes';
      return await ask(question, stopped);
    },
  };
}

async function ask(question: string, stopped: AbortSignal): Promise<Consent> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In a question readline takes Ctrl-C and Ctrl-D for itself.
  const [ctrlC, ctrlD] = [new AbortController(), new AbortController()];
  lines.once('SIGINT', () => ctrlC.abort()).once('close', () => ctrlD.abort());
  const interrupted = AbortSignal.any([stopped, ctrlC.signal]);
  try {
    const signal = AbortSignal.any([interrupted, ctrlD.signal]);
    const answer = await lines.question(`${question} [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
  } catch (error) {
    if (!interrupted.aborted && !ctrlD.signal.aborted) throw error;
    // What is printed next stands on a line of its own.
    process.stderr.write('\n');
    return interrupted.aborted ? 'stopped' : 'no';
  } finally {
    lines.close();
  }
}
