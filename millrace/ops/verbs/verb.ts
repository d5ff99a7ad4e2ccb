import type { Clock } from '../../message/clock.ts';
import type { Stack } from '../stack/stack.ts';

export interface VerbOption {
  /** What stands for its value in the help; absent for a switch. */
  readonly value?: string;
  readonly summary: string;
}

/** What a verb is told, by whichever door it was called. */
export interface VerbCall {
  readonly stack: Stack;
  readonly clock: Clock;
  /** An id nobody else makes. */
  newId(): string;
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
  /** Columns that people's text may fill. */
  readonly columns: number;
  /** Aborted when the caller wants an end: the verb finishes what it has in hand, and reports. */
  readonly stopped: AbortSignal;
  /** A file's text; `-` is standard input. */
  readFile(path: string): Promise<string>;
  progress(text: string): void;
  /** Asks whoever can be asked; `yes` where nobody can. */
  confirm(question: string): Promise<Consent>;
}

/** What a person answers; `stopped` is Ctrl-C. */
export type Consent = 'yes' | 'no' | 'stopped';

export interface VerbAnswer {
  /** 0 done, 1 failed or refused, 130 stopped half-way. */
  readonly exitCode: 0 | 1 | 130;
  readonly json: unknown;
  readonly text: string;
}

/** One thing an operator can do. Command line and console call the same. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** As the usage line shows them. */
  readonly argumentNames: string;
  readonly argumentCount: { readonly least: number; readonly most: number };
  readonly options: Readonly<Record<string, VerbOption>>;
  /** Paragraphs for the verb's help and page. */
  readonly details: readonly string[];
  readonly examples: readonly string[];
  run(call: VerbCall): Promise<VerbAnswer>;
}
