import { defineJob } from 'millrace';
import * as z from 'zod';

export const noteWrite = defineJob({
  type: 'note.write',
  owner: 'notes',
  payload: z.object({ noteId: z.string().min(1) }),
  idempotencyKey: 'noteId',
  replay: { rule: 'safe' },
});
