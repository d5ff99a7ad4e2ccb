import * as z from 'zod';
import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

const message = z.object({
  to: z.string(),
  name: z.string(),
  templateId: z.string(),
  variables: z.record(z.string(), z.string()),
});

/** Like SES, it sends what it is given as often as it is given it: doubles show. Its ledger has each mail whole. */
export const mailTwin: Twin = {
  deduplicates: false,
  open: (record) => (call) => {
    if (call.method !== 'POST' || call.path !== '/v1/messages') return failed(404, 'no_such_route');
    const mail = message.parse(call.body);
    if (mail.templateId.startsWith('unknown')) return failed(422, 'no_such_template');
    const number = record({ kind: 'mail-sent', idempotencyKey: call.idempotencyKey, ...mail });
    return { status: 202, body: { id: `message-${number}` } };
  },
};
