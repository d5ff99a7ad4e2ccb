import { consume } from 'millrace/consumer';
import { emailSend } from '../../jobs/email-send.ts';
import { mail } from '../../services/mail.ts';
import { users } from '../../services/users.ts';

export const handler = consume(emailSend, async (job) => {
  const { userId, templateId } = job.payload;
  const { email, name } = await users.find({ userId, signal: job.signal });
  const sent = await mail.send({ to: email, name, templateId, idempotencyKey: job.id, signal: job.signal });
  return { providerMessageId: sent.id };
});
