import { styleText } from 'node:util';
import { emailSend } from '../../jobs/email-send.ts';
import type { Story } from './story.ts';

/** The same e-mail delivered twice, and sent once. */
export const duplicate: Story = {
  name: 'duplicate',
  async tell(theatre) {
    const { say, producer } = theatre;
    await theatre.begin('mail');
    const payload = { deliveryId: 'story-welcome', templateId: 'welcome', userId: 'u-7' };
    say('SQS may deliver a message twice, and callers click twice. The same welcome');
    say('e-mail is put on the queue two times:');
    say('');
    const { jobId } = await producer.enqueue(emailSend, payload);
    await theatre.until('the first is done', () => theatre.outcomes.length === 1);
    await producer.enqueue(emailSend, payload);
    await theatre.until('the second is done', () => theatre.outcomes.length === 2);
    for (const [index, { outcome, result }] of theatre.outcomes.entries()) {
      const mark = outcome === 'completed' ? styleText('green', '✓') : styleText('cyan', '=');
      say(`  ${mark} delivery ${index + 1}  ${outcome.padEnd(10)} ${result ?? ''}`);
    }
    const result = await theatre.count({ name: 'duplicate', sent: 2, jobIds: [jobId], ledgers: ['mail'] });
    say('');
    say(`Notice: the mail provider's own ledger counts ${result.effects} e-mail. The second delivery`);
    say('did not run: it got the stored result of the first, the same provider id.');
    return result;
  },
};
