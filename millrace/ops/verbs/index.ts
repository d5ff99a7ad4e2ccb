import { cancel } from './cancel.ts';
import { dead } from './dead.ts';
import { enqueue } from './enqueue.ts';
import { redrive } from './redrive.ts';
import { status } from './status.ts';
import type { Verb } from './verb.ts';

/** Everything an operator can do; the command line, its help and docs/operating.md are made from this list. */
export const verbs: readonly Verb[] = [enqueue, cancel, status, dead, redrive];
