import { testJob } from 'millrace/testing';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/consumers/email-send.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const welcome = { deliveryId: 'd-1', templateId: 'welcome', userId: 'u-1' };
const confidential = { to: 'ada@example.com', name: 'Ada Lovelace', variables: { plan: 'Gold Plan' } };
const sent = { kind: 'mail-sent', idempotencyKey: 'email.send:d-1/send', templateId: 'welcome', ...confidential };

describe('an e-mail', () => {
  it('goes to the address that its producer gave, with its name and variables', async () => {
    const trial = testJob(handler);
    await trial.deliver(welcome, { confidential });
    expect(trial.outcomes).toEqual(['completed']);
    expect(trial.records.get('email.send:d-1')?.data).toBe('{"providerMessageId":"message-1"}');
    expect((await twins().ledger('mail')).effects).toEqual([sent]);
  });

  it('delivered twice is sent once, although the mail provider would send it again', async () => {
    const trial = testJob(handler);
    await trial.deliver(welcome, { confidential, times: 2 });
    expect(trial.outcomes).toEqual(['completed', 'duplicate']);
    expect(await twins().ledger('mail')).toEqual({ calls: 1, mostAtOnce: 1, effects: [sent] });
  });

  it('is sent at the second attempt when the mail service was down', async () => {
    await twins().setMode('mail', { mode: 'down', failNext: 1 });
    const trial = testJob(handler);
    await trial.deliver(welcome, { confidential });
    await trial.advance(10);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect((await twins().ledger('mail')).effects).toEqual([sent]);
  });

  it('of an unknown template is dead at once, and nothing is sent', async () => {
    const trial = testJob(handler);
    await trial.deliver({ ...welcome, templateId: 'unknown-1' }, { confidential });
    expect(trial.outcomes).toEqual(['dead']);
    expect(trial.records.get('email.send:d-1')?.failures).toMatchObject([
      { name: 'PermanentError', message: 'MAIL: answered 422 no_such_template' },
    ]);
    expect((await twins().ledger('mail')).effects).toEqual([]);
  });

  it('leaves neither address nor name in its record, its log or its dead letter, and nothing once it is sent', async () => {
    const trial = testJob(handler);
    await twins().setMode('mail', { mode: 'flaky', failNext: 1 });
    await trial.deliver(welcome, { confidential });
    expect(trial.confidential.size).toBe(1);
    await trial.advance(10);
    await trial.deliver({ ...welcome, deliveryId: 'd-2', templateId: 'unknown-1' }, { confidential });
    const kept = JSON.stringify([[...trial.records.values()], trial.log, trial.deadLetters]);
    expect(kept).toContain('MAIL: answered 503 unavailable');
    expect(kept).not.toMatch(/example\.com|Lovelace|Gold Plan/);
    expect([...trial.confidential.keys()]).toEqual(['email.send:d-2/confidential']);
  });
});
