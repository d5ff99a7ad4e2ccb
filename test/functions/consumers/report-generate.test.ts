import { testJob } from 'millrace/testing';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/consumers/report-generate.ts';
import { crm } from '../../../services/crm.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const report = { reportId: 'r-1', leadId: 'l-1' };
const company = { name: 'Company c-1', industry: 'Logistics', employees: 120 };
const posted = { kind: 'notice-posted', text: 'Report r-1 on lead l-1 is ready.' };
const enrichLead = () => crm.upsertAccount({ leadId: 'l-1', company, signal: new AbortController().signal });

describe('a report', () => {
  it('is saved and told in the chat, once for two deliveries', async () => {
    await enrichLead();
    const trial = testJob(handler);
    await trial.deliver(report, { times: 2 });
    expect(trial.outcomes).toEqual(['completed', 'duplicate']);
    expect(trial.records.get('report.generate:r-1')?.data).toBe('{"documentId":"document-r-1"}');
    expect((await twins().ledger('reports')).effects).toEqual([{ kind: 'report-saved', reportId: 'r-1' }]);
    expect((await twins().ledger('chat')).effects).toEqual([posted]);
  });

  it('is told once, and saved once, when the chat was down at first', async () => {
    await enrichLead();
    await twins().setMode('chat', { mode: 'down', failNext: 1 });
    const trial = testJob(handler);
    await trial.deliver(report);
    await trial.advance(10);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect((await twins().ledger('reports')).effects).toHaveLength(1);
    expect((await twins().ledger('chat')).effects).toEqual([posted]);
  });

  it('on a lead that the CRM does not have is dead at once', async () => {
    const trial = testJob(handler);
    await trial.deliver(report);
    expect(trial.outcomes).toEqual(['dead']);
    expect((await twins().ledger('chat')).effects).toEqual([]);
  });
});
