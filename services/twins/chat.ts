import * as z from 'zod';
import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

const notice = z.object({ text: z.string().min(1) });

/** Slack's incoming webhooks: plain text out, and no idempotency key. */
export const chatTwin: Twin = {
  deduplicates: false,
  open: (record) => (call) => {
    if (call.method !== 'POST' || !/^\/services(\/|$)/.test(call.path)) return failed(404, 'no_service');
    record({ kind: 'notice-posted', text: notice.parse(call.body).text });
    return { status: 200, body: 'ok' };
  },
};
