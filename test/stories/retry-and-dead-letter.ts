import { styleText } from 'node:util';
import { emailSend } from '../../jobs/email-send.ts';
import { writeEnvelope } from '../../millrace/message/envelope.ts';
import type { Story } from './story.ts';
import type { Outcome, Theatre } from './theatre.ts';

/** A normal, a flaky and a poison job: two complete, one is dead-lettered with its reason. */
export const retryAndDeadLetter: Story = {
  name: 'retry-and-dead-letter',
  async tell(theatre) {
    const { say, twins, run, producer } = theatre;
    await theatre.begin('mail');
    await twins.setMode('mail', { mode: 'flaky', failNext: 1, forKey: 'email.send:story-flaky' });
    say('Three e-mails: a normal one; one that the provider refuses at first (503);');
    say('and a poison one, whose payload lacks the user it is for:');
    say('');
    theatre.watch((outcome) => say(line(outcome)));
    const normal = await producer.enqueue(emailSend, payload('story-normal'), { confidential });
    const flaky = await producer.enqueue(emailSend, payload('story-flaky'), { confidential });
    await sendPoison(theatre);
    await theatre.until('each had its first outcome', () => jobsWithOutcome(theatre) === 3);
    await theatre.until('only the flaky one is left', async () => (await left(theatre)) <= 1);
    const { hiddenSeconds = 0 } = theatre.outcomes.find(({ outcome }) => outcome === 'failed') ?? {};
    say(`             (its backoff is ${hiddenSeconds} s: the clock is moved on, so you need not wait)`);
    await run.advance(hiddenSeconds + 1);
    await theatre.until('the flaky one is done', async () => (await left(theatre)) === 0);
    await twins.setMode('mail', { mode: 'ok' });
    const dead = theatre.outcomes.find(({ outcome }) => outcome === 'dead')?.jobId ?? '';
    const jobIds = [normal.jobId, flaky.jobId, dead];
    const result = await theatre.count({ name: 'retry-and-dead-letter', sent: 3, jobIds, ledgers: ['mail'] });
    say('');
    say(
      `Notice: ${result.completed} completed with ${result.attempts} attempts in all, ${result.dead} dead. The poison one never`,
    );
    say('reached a handler: it waits in the dead-letter queue with its reason,');
    say(`${result.reasons.join(', ')}, and cost no retry. \`npx millrace dead\` lists such jobs,`);
    say('`npx millrace redrive` sends them back once their cause is mended.');
    return result;
  },
};

function jobsWithOutcome({ outcomes }: Theatre): number {
  return new Set(outcomes.map(({ jobId }) => jobId)).size;
}

/** Messages that are not deleted yet. */
async function left({ queues, queueUrl }: Theatre): Promise<number> {
  const { waiting, inFlight } = await queues.depth(queueUrl(emailSend.type));
  return waiting + inFlight;
}

const confidential = { to: 'u-9@example.com', name: 'Ada', variables: {} };
const payload = (deliveryId: string) => ({ deliveryId, templateId: 'welcome', userId: 'u-9' });

/** Past the producer, which would refuse it: as another sender, or last month's code, might have written it. */
async function sendPoison({ queues, queueUrl }: Theatre): Promise<void> {
  const data = { deliveryId: 'story-poison', templateId: 'welcome' };
  const body = writeEnvelope({
    job: emailSend,
    id: 'email.send:story-poison',
    data,
    source: '/story',
    nowMs: Date.now(),
  });
  await queues.send(queueUrl(emailSend.type), [{ body }]);
}

function line({ outcome, jobId = '', attempt, reason, receiveCount }: Outcome): string {
  const colour = { completed: 'green', failed: 'yellow', dead: 'red' } as const;
  const painted = styleText(colour[outcome as keyof typeof colour] ?? 'reset', outcome.padEnd(10));
  const shortId = jobId.length > 32 ? `${jobId.slice(0, 31)}…` : jobId;
  const why = reason ?? (attempt === undefined ? '' : `attempt ${attempt}`);
  return `  ${painted} ${shortId.padEnd(32)} ${why}${receiveCount === 1 ? '' : `, receive ${receiveCount}`}`;
}
