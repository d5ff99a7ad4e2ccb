import { testJob } from 'millrace/testing';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/consumers/email-send.ts';
import { useTwins } from '../../services/use-twins.ts';

const twins = useTwins();
const welcome = { deliveryId: 'd-1', templateId: 'welcome', userId: 'u-1' };
const sent = { kind: 'mail-sent', idempotencyKey: 'email.send:d-1/send', to: 'u-1@example.com', templateId: 'welcome' };

describe('an e-mail', () => {
  it('goes to the address that the user directory has', async () => {
    const trial = testJob(handler);
    await trial.deliver(welcome);
    expect(trial.outcomes).toEqual(['completed']);
    expect(trial.records.get('email.send:d-1')?.data).toBe('{"providerMessageId":"message-1"}');
    expect((await twins().ledger('mail')).effects).toEqual([sent]);
  });

  it('delivered twice is sent once, although the mail provider would send it again', async () => {
    const trial = testJob(handler);
    await trial.deliver(welcome, { times: 2 });
    expect(trial.outcomes).toEqual(['completed', 'duplicate']);
    expect(await twins().ledger('mail')).toEqual({ calls: 1, mostAtOnce: 1, effects: [sent] });
  });

  it.each(['users', 'mail'] as const)('is sent at the second attempt when the %s service was down', async (name) => {
    await twins().setMode(name, { mode: 'down', failNext: 1 });
    const trial = testJob(handler);
    await trial.deliver(welcome);
    await trial.advance(10);
    expect(trial.outcomes).toEqual(['failed', 'completed']);
    expect((await twins().ledger('mail')).effects).toEqual([sent]);
  });

  it('to a user who is gone is dead at once, and nothing is sent', async () => {
    const trial = testJob(handler);
    await trial.deliver({ ...welcome, userId: 'unknown-1' });
    expect(trial.outcomes).toEqual(['dead']);
    expect(trial.records.get('email.send:d-1')?.failures).toMatchObject([
      { name: 'PermanentError', message: 'USERS: answered 404 no_such_user' },
    ]);
    expect(await twins().ledger('mail')).toEqual({ calls: 0, mostAtOnce: 0, effects: [] });
  });

  it('leaves neither address nor name in its record or its log', async () => {
    const trial = testJob(handler);
    await twins().setMode('mail', { mode: 'flaky', failNext: 1 });
    await trial.deliver(welcome);
    await trial.advance(10);
    const kept = JSON.stringify([[...trial.records.values()], trial.log]);
    expect(kept).toContain('MAIL: answered 503 unavailable');
    expect(kept).not.toMatch(/example\.com|User u-1/);
  });
});
