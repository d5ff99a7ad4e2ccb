import { consume } from 'millrace/consumer';
import { emailSend } from '../../jobs/email-send.ts';
import { mail } from '../../services/mail.ts';
import { users } from '../../services/users.ts';

export const handler = consume(emailSend, async (job) => {
  const { userId, templateId } = job.payload;
  // No step: its result would be kept in the record, and this is personal data.
  const { email, name } = await users.find({ userId, signal: job.signal });
  const sent = await job.step('send', ({ effectKey, signal }) =>
    mail.send({ to: email, name, templateId, idempotencyKey: effectKey, signal }),
  );
  return { providerMessageId: sent.id };
});
