import { defineWebhook } from 'millrace';
import * as z from 'zod';
import { noteWrite } from '../../../library/jobs/note-write.ts';

export const shopEvents = defineWebhook({
  source: 'shop',
  signature: { scheme: 'stripe' },
  secret: 'notes/{stage}/shop-webhook',
  events: z.object({ data: z.object({ orderId: z.string() }) }),
  jobs: [noteWrite],
  job: ({ id, type }) => (type === 'order.paid' ? { job: noteWrite, payload: { noteId: id } } : undefined),
});
