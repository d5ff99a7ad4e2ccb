import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

/** Knows every company but those whose id begins with `unknown`. */
export const companyDataTwin: Twin = {
  deduplicates: false,
  open: () => (call) => {
    const companyId = /^\/v1\/companies\/([^/]+)$/.exec(call.path)?.[1];
    if (call.method !== 'GET' || companyId === undefined) return failed(404, 'no_such_route');
    if (companyId.startsWith('unknown')) return failed(404, 'no_such_company');
    return { status: 200, body: { name: `Company ${companyId}`, industry: 'Logistics', employees: 120 } };
  },
};
