import { startEngine } from 'millrace/local';
import { testJob } from 'millrace/testing';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/consumers/lead-enrich.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const engine = await startEngine();
const lead = { enrichmentId: 'e-1', leadId: 'l-1', companyId: 'co-1' };
const QueueName = 'shop-dev-report-generate';
const reportJobs = () => engine.sqs.messages(QueueName).map(({ body }) => JSON.parse(body));

beforeEach(async () => {
  const environment = { ...engine.environment, MILLRACE_APP: 'shop', MILLRACE_STAGE: 'dev' };
  for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value);
  await engine.reset();
  await engine.sqs.call('CreateQueue', { QueueName });
});

afterAll(() => engine.stop());

describe('an enrichment', () => {
  it('writes what is known of the company to the CRM and orders the report', async () => {
    const trial = testJob(handler);
    await trial.deliver(lead, { times: 2 });
    expect(trial.outcomes).toEqual(['completed', 'duplicate']);
    expect(trial.records.get('lead.enrich:e-1')?.data).toBe(
      '{"accountId":"account-l-1","reportJobId":"report.generate:e-1"}',
    );
    expect((await twins().ledger('crm')).effects).toEqual([{ kind: 'account-written', leadId: 'l-1' }]);
    expect(reportJobs()).toMatchObject([
      { id: 'report.generate:e-1', data: { reportId: 'e-1', leadId: 'l-1' }, hops: 1 },
    ]);
  });

  it('writes one account although the first answer of the CRM was lost', async () => {
    await twins().setMode('crm', { mode: 'lost-answer', failNext: 1 });
    const trial = testJob(handler);
    await trial.deliver(lead);
    await trial.advance(10);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect((await twins().ledger('crm')).effects).toHaveLength(1);
    expect(reportJobs()).toMatchObject([{ id: 'report.generate:e-1' }]);
  });

  it('run again without a memory of the first run orders the same report, which is one job', async () => {
    await testJob(handler).deliver(lead);
    await testJob(handler).deliver(lead);
    expect(reportJobs()).toMatchObject([{ id: 'report.generate:e-1' }, { id: 'report.generate:e-1' }]);
  });

  it('of a company that nobody knows is dead at once, and orders nothing', async () => {
    const trial = testJob(handler);
    await trial.deliver({ ...lead, companyId: 'unknown-1' });
    expect(trial.outcomes).toEqual(['dead']);
    expect(reportJobs()).toEqual([]);
  });
});
