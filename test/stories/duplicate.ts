import { styleText } from 'node:util';
import { emailSend } from '../../jobs/email-send.ts';
import { writeEnvelope } from '../../millrace/message/envelope.ts';
import type { Story } from './story.ts';

/** The same e-mail delivered twice, and sent once. */
export const duplicate: Story = {
  name: 'duplicate',
  async tell(theatre) {
    const { say, producer, queues, queueUrl } = theatre;
    await theatre.begin('mail');
    const payload = { deliveryId: 'story-welcome', templateId: 'welcome', userId: 'u-7' };
    const confidential = { to: 'u-7@example.com', name: 'Ada', variables: {} };
    say('SQS may deliver a message twice. A welcome e-mail is sent, and its message');
    say('comes once more when it is done:');
    say('');
    const { jobId } = await producer.enqueue(emailSend, payload, { confidential });
    await theatre.until('the first is done', () => theatre.outcomes.length === 1);
    const body = writeEnvelope({ job: emailSend, id: jobId, data: payload, source: '/story', nowMs: Date.now() });
    await queues.send(queueUrl(emailSend.type), [{ body }]);
    await theatre.until('the second is done', () => theatre.outcomes.length === 2);
    for (const [index, { outcome, result }] of theatre.outcomes.entries()) {
      const mark = outcome === 'completed' ? styleText('green', '✓') : styleText('cyan', '=');
      say(`  ${mark} delivery ${index + 1}  ${outcome.padEnd(10)} ${result ?? ''}`);
    }
    const result = await theatre.count({ name: 'duplicate', sent: 2, jobIds: [jobId], ledgers: ['mail'] });
    say('');
    say(`Notice: the mail provider's own ledger counts ${result.effects} e-mail. The second delivery`);
    say('did not run: it got the stored result of the first, the same provider id.');
    say('The address was in neither: it stood encrypted beside the record, until the');
    say('mail was sent.');
    return result;
  },
};
