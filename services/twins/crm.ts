import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

const account = z.object({
  company: z.object({ name: z.string(), industry: z.string(), employees: z.number() }),
});

/** Accounts by lead. Writing what is already there changes nothing and is no effect. */
export const crmTwin: Twin = {
  deduplicates: false,
  open: (record) => {
    const accounts = new Map<string, z.output<typeof account>>();
    return (call) => {
      const leadId = /^\/v1\/accounts\/by-lead\/([^/]+)$/.exec(call.path)?.[1];
      if (leadId === undefined) return failed(404, 'no_such_route');
      if (call.method === 'PUT') {
        const written = account.parse(call.body);
        if (!isDeepStrictEqual(accounts.get(leadId), written)) record({ kind: 'account-written', leadId });
        accounts.set(leadId, written);
      }
      const known = accounts.get(leadId);
      if (known === undefined) return failed(404, 'no_such_account');
      return { status: 200, body: { id: `account-${leadId}`, ...known } };
    };
  },
};
