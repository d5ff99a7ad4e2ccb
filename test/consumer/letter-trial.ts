import { defineJob } from 'millrace';
import type { RunningJob } from 'millrace/consumer';
import * as z from 'zod';
import type { Work } from '../../millrace/consumer/work.ts';
import { giveConfidential } from '../../millrace/testing/give-confidential.ts';
import { createTrialHost } from './trial-host.ts';

/** A job with confidential data; its work is each test's own. */
export const letter = defineJob({
  type: 'letter.send',
  owner: 'growth',
  payload: z.object({ letterId: z.string() }),
  confidential: z.object({
    to: z.string().transform((to) => to.toLowerCase()),
    name: z.string().optional(),
    phone: z
      .string()
      .transform((phone) => phone.replaceAll(/\D/g, ''))
      .optional(),
    texts: z.array(z.string()).optional(),
  }),
  idempotencyKey: 'letterId',
  timeoutSeconds: 10,
  replay: { rule: 'safe' },
});

export type Letter = RunningJob<typeof letter>;
export const ID = 'letter.send:l-1';
export const KEY = `${ID}/confidential`;

/** A host whose handler is this one, and one job with this data before it. */
export function createLetterTrial(work: (job: Letter) => unknown, options: Parameters<typeof createTrialHost>[0] = {}) {
  // The pipeline parses each payload with this job's schema before it calls this job's work.
  const host = createTrialHost({ job: letter, work: () => work as unknown as Work, ...options });
  const give = (confidential: unknown = { to: 'Ada@Example.org' }) =>
    giveConfidential(confidential, { job: letter, id: ID, records: host.table, nowMs: host.clock.now() });
  // The host's own payload is the fake job's.
  const send = () => host.send({ letterId: 'l-1' } as never);
  return { host, give, send, stored: () => host.table.confidential.get(KEY) };
}
