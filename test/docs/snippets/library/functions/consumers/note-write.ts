import { consume } from 'millrace/consumer';
import { noteWrite } from '../../jobs/note-write.ts';

export const handler = consume(noteWrite, async (job) => ({ written: job.payload.noteId }));
