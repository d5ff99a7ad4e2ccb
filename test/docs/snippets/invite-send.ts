import { defineJob } from 'millrace';
import type { Work } from 'millrace/consumer';
import type { Producer } from 'millrace/producer';
import * as z from 'zod';

export const inviteSend = defineJob({
  type: 'invite.send',
  owner: 'growth',
  payload: z.object({ inviteId: z.string().min(1) }),
  confidential: z.object({ email: z.email(), greeting: z.string() }),
  idempotencyKey: 'inviteId',
  replay: { rule: 'safe' },
});

export type Post = (letter: {
  readonly email: string;
  readonly greeting: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}) => Promise<void>;

export const sendInvite =
  (post: Post): Work<typeof inviteSend> =>
  async (job) => {
    const { email, greeting } = await job.confidential();
    await job.step('post', ({ effectKey, signal }) => post({ email, greeting, idempotencyKey: effectKey, signal }));
  };

export const invite = (producer: Producer, inviteId: string) =>
  producer.enqueue(inviteSend, { inviteId }, { confidential: { email: 'ada@example.com', greeting: 'Dear Ada' } });
