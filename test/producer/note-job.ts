import { allow, defineJob } from 'millrace';
import * as z from 'zod';

/** A job with room for texts, so that sizes and characters can be tried. */
export const noteJob = defineJob({
  type: 'note.keep',
  owner: 'archive',
  payload: z.object({
    noteId: z.string().min(1),
    text: allow(z.string(), 'what this job is about').optional(),
    count: z.int().optional(),
    keptAt: z.iso.datetime().optional(),
  }),
  idempotencyKey: 'noteId',
  replay: { rule: 'safe' },
});
