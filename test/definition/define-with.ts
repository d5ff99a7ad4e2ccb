import * as z from 'zod';
import { defineJob } from '../../millrace/definition/define-job.ts';
import { type DefinitionProblem, InvalidJobDefinitionError } from '../../millrace/definition/definition-errors.ts';
import type { JobDefinition } from '../../millrace/definition/job-definition.ts';

const plain = {
  type: 'email.send',
  owner: 'growth',
  payload: z.object({ deliveryId: z.string() }),
  idempotencyKey: 'deliveryId',
  replay: { rule: 'safe' },
} as const;

/** A plain job with these fields in place; they may be as wrong as a JavaScript file can be. */
export function defineWith(changes: object): JobDefinition {
  return defineJob({ ...plain, ...changes });
}

/** What `defineJob` has to say against them. */
export function problemsWith(changes: object): readonly DefinitionProblem[] {
  try {
    defineWith(changes);
    return [];
  } catch (error) {
    if (error instanceof InvalidJobDefinitionError) return error.problems;
    throw error;
  }
}

/** The fields against which it has something to say. */
export function fieldsRefusedWith(changes: object): string[] {
  return problemsWith(changes).map(({ field }) => field);
}
