import { consume } from 'millrace/consumer';
import { emailSend } from '../../jobs/email-send.ts';
import { mail } from '../../services/mail.ts';

export const handler = consume(emailSend, async (job) => {
  const { templateId } = job.payload;
  const { to, name, variables } = await job.confidential();
  const sent = await job.step('send', ({ effectKey, signal }) =>
    mail.send({ to, name, templateId, variables, idempotencyKey: effectKey, signal }),
  );
  return { providerMessageId: sent.id };
});
