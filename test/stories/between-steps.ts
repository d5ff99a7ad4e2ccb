import { styleText } from 'node:util';
import { leadEnrich } from '../../jobs/lead-enrich.ts';
import { reportGenerate } from '../../jobs/report-generate.ts';
import type { Story } from './story.ts';
import type { Theatre } from './theatre.ts';

/** A lease outlives its invocation by half a minute. */
const LEASE_SECONDS = 31;
const HOUR_MS = 3_600_000;
const LEDGERS = ['company-data', 'crm', 'reports', 'chat'] as const;

/** A job of four steps whose worker dies after the third: the next one goes on at the fourth. */
export const betweenSteps: Story = {
  name: 'between-steps',
  async tell(theatre) {
    const { say, twins, producer } = theatre;
    await theatre.begin(...LEDGERS);
    await twins.setMode('chat', { mode: 'slow', delayMs: HOUR_MS, forKey: 'account-story-lead' });
    say('A lead is enriched in four steps: its company is looked up, its account written,');
    say('a report on it ordered, and the chat told. The chat takes its time today.');
    say('');
    const payload = { enrichmentId: 'story-lead', leadId: 'story-lead', companyId: 'co-1' };
    const { jobId } = await producer.enqueue(leadEnrich, payload);
    await killAfterThreeSteps(theatre, jobId);
    await bringBack(theatre);
    const [lookedUp, wrote] = await Promise.all([twins.ledger('company-data'), twins.ledger('crm')]);
    const jobIds = [jobId, `${reportGenerate.type}:story-lead`];
    const result = await theatre.count({ name: 'between-steps', sent: 2, jobIds, ledgers: LEDGERS });
    say('');
    say(
      `Notice: the company was looked up ${lookedUp.calls} time, the account written ${wrote.effects.length} time. What a step`,
    );
    say('did is kept in the job’s record; the second worker began where the first one ended.');
    return result;
  },
};

async function killAfterThreeSteps({ run, records, say, twins, ...theatre }: Theatre, jobId: string): Promise<void> {
  const steps = async () => Object.keys((await records.get(jobId))?.steps ?? {});
  await theatre.until('three steps are done', async () => (await steps()).length === 3);
  await theatre.until('the report is done', () => theatre.outcomes.length === 1);
  for (const step of await steps()) say(`  ${styleText('green', '✓')} ${step}`);
  if (!run.kill(leadEnrich.type)) throw new Error('there was no worker to kill');
  say(styleText('yellow', '  ✂ the worker dies before the notice is posted'));
  await twins.setMode('chat', { mode: 'ok' });
}

/** Nobody should sit through a visibility timeout: the clock of engine and workers is moved on. */
async function bringBack(theatre: Theatre): Promise<void> {
  const seconds = leadEnrich.timing.functionTimeoutSeconds + LEASE_SECONDS;
  await theatre.until('its message alone is in flight', async () => {
    const depth = await theatre.queues.depth(theatre.queueUrl(leadEnrich.type));
    return depth.waiting === 0 && depth.inFlight === 1;
  });
  await theatre.run.advance(seconds);
  await theatre.until('the lead is done', () => theatre.outcomes.length === 2);
  theatre.say(`  ${styleText('green', '✓')} notice   (by another worker; time was moved on by ${seconds} s)`);
}
