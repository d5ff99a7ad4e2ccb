import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

/** Knows every user but those whose id begins with `unknown`. */
export const usersTwin: Twin = {
  deduplicates: false,
  open: () => (call) => {
    const userId = /^\/v1\/users\/([^/]+)$/.exec(call.path)?.[1];
    if (call.method !== 'GET' || userId === undefined) return failed(404, 'no_such_route');
    if (userId.startsWith('unknown')) return failed(404, 'no_such_user');
    return { status: 200, body: { id: userId, email: `${userId}@example.com`, name: `User ${userId}` } };
  },
};
