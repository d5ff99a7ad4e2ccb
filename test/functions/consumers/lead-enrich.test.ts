import { startEngine } from 'millrace/local';
import { testJob } from 'millrace/testing';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/consumers/lead-enrich.ts';
import { deadlyFetch } from '../../services/deadly-fetch.ts';
import { openAppWorld } from '../../services/open-app-world.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const engine = await startEngine();
const lead = { enrichmentId: 'e-1', leadId: 'l-1', companyId: 'co-1' };
const QueueName = 'shop-dev-report-generate';
const posted = { kind: 'notice-posted', text: 'Lead l-1 is now account-l-1.' };
const reportJobs = () => engine.sqs.messages(QueueName).map(({ body }) => JSON.parse(body));

beforeEach(async () => {
  const environment = { ...engine.environment, MILLRACE_APP: 'shop', MILLRACE_STAGE: 'dev' };
  for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value);
  await engine.reset();
  await engine.sqs.call('CreateQueue', { QueueName });
});

afterAll(() => engine.stop());

describe('an enrichment', () => {
  it('writes what is known of the company to the CRM, orders the report and tells the chat', async () => {
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
    expect((await twins().ledger('chat')).effects).toEqual([posted]);
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

  it('keeps what was said of the company for its later runs, and asks no more', async () => {
    await twins().setMode('crm', { mode: 'down', failNext: 1 });
    const trial = testJob(handler);
    await trial.deliver(lead);
    expect(trial.records.get('lead.enrich:e-1')?.steps).toEqual({
      company: { done: true, result: '{"name":"Company co-1","industry":"Logistics","employees":120}' },
    });
    await trial.advance(10);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect(await twins().ledger('company-data')).toMatchObject({ calls: 1 });
  });

  it('whose notice failed posts it, and does nothing else again', async () => {
    await twins().setMode('chat', { mode: 'down', failNext: 1 });
    const trial = testJob(handler);
    await trial.deliver(lead);
    await trial.advance(10);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect(await twins().ledger('crm')).toMatchObject({ calls: 1 });
    expect(reportJobs()).toMatchObject([{ id: 'report.generate:e-1' }]);
    expect((await twins().ledger('chat')).effects).toEqual([posted]);
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

describe('an enrichment whose worker dies', () => {
  const STEPS = ['company', 'account', 'report', 'notice'];
  const everyCall = [
    { at: 'hide' as const, passes: 0, words: 'the lease' },
    { at: 'claim' as const, passes: 0, words: 'the claim' },
    ...STEPS.map((step, passes) => ({ at: 'step' as const, passes, words: `step ${step} is stored` })),
    { at: 'complete' as const, passes: 0, words: 'the settle' },
  ];
  const kinds = ['dies-before', 'dies-after'] as const;

  /** Answers how often that was done which may be done twice. */
  const completes = async (world: Awaited<ReturnType<typeof openAppWorld<typeof handler.job>>>) => {
    const id = await world.send(lead);
    await world.drain();
    expect(await world.record(id)).toMatchObject({
      status: 'COMPLETED',
      data: '{"accountId":"account-l-1","reportJobId":"report.generate:e-1"}',
    });
    expect((await twins().ledger('crm')).effects).toEqual([{ kind: 'account-written', leadId: 'l-1' }]);
    expect(new Set(reportJobs().map((job) => job.id))).toEqual(new Set(['report.generate:e-1']));
    expect(world.deadLetters()).toEqual([]);
    const { effects } = await twins().ledger('chat');
    expect(effects).toContainEqual(posted);
    return { reports: reportJobs().length, notices: effects.length };
  };

  it('makes a write for each step, one for its rate, and two as every job', async () => {
    const world = await openAppWorld(handler);
    const requests = await world.requestsDuring(() => completes(world));
    expect(requests).toMatchObject({ UpdateItem: 7 });
  });

  it.each(everyCall.flatMap((call) => kinds.map((kind) => ({ ...call, kind }))))(
    'writes one account, orders one report: it $kind $words',
    async ({ at, passes, words, kind }) => {
      const world = await openAppWorld(handler);
      world.fault({ at, passes, kind });
      const isUnsaved = (step: string) => kind === 'dies-before' && words === `step ${step} is stored`;
      expect(await completes(world)).toEqual({
        // The same job twice on its queue, which runs once.
        reports: isUnsaved('report') ? 2 : 1,
        // Neither key nor question: of what a chat's webhook did before its worker died nobody knows.
        notices: isUnsaved('notice') ? 2 : 1,
      });
    },
  );

  it.each([
    { nth: 1, call: 'asks for the company', when: 'before', notices: 1 },
    { nth: 1, call: 'asks for the company', when: 'after', notices: 1 },
    { nth: 2, call: 'writes the account', when: 'before', notices: 1 },
    { nth: 2, call: 'writes the account', when: 'after', notices: 1 },
    { nth: 3, call: 'posts the notice', when: 'before', notices: 1 },
    { nth: 3, call: 'posts the notice', when: 'after', notices: 2 },
  ] as const)('writes one account, orders one report: it dies $when it $call', async ({ nth, when, notices }) => {
    deadlyFetch(nth, when);
    expect(await completes(await openAppWorld(handler))).toEqual({ reports: 1, notices });
  });
});
