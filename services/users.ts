import * as z from 'zod';
import { callService } from './call-service.ts';
import { pathPart } from './path-part.ts';

const user = z.object({ email: z.string(), name: z.string() });

export interface FindUser {
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** The user directory: where a job reads personal data again, so that none travels on a queue. */
export const users = {
  find({ userId, signal }: FindUser) {
    return callService({
      service: 'USERS',
      method: 'GET',
      path: `/v1/users/${pathPart(userId)}`,
      answer: user,
      signal,
    });
  },
};
