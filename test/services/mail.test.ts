import { describe, expect, it } from 'vitest';
import { mail } from '../../services/mail.ts';
import { useTwins } from './use-twins.ts';

const twins = useTwins();
const welcome = {
  to: 'u-1@example.com',
  name: 'User u-1',
  templateId: 'welcome',
  variables: { product: 'Millrace' },
  idempotencyKey: 'email.send:d-1',
  signal: new AbortController().signal,
};
const sent = {
  ...{ kind: 'mail-sent', idempotencyKey: 'email.send:d-1', to: 'u-1@example.com', name: 'User u-1' },
  ...{ templateId: 'welcome', variables: { product: 'Millrace' } },
};

describe('a mail', () => {
  it('is sent once and answered with the id the provider gave it', async () => {
    expect(await mail.send(welcome)).toEqual({ id: 'message-1' });
    expect(await twins().ledger('mail')).toEqual({ calls: 1, mostAtOnce: 1, effects: [sent] });
  });

  it('is sent twice when it is asked for twice: this provider looks at no key', async () => {
    await mail.send(welcome);
    expect(await mail.send(welcome)).toEqual({ id: 'message-2' });
    expect((await twins().ledger('mail')).effects).toEqual([sent, sent]);
  });

  it('is sent once when the provider is told to honour the key', async () => {
    await twins().setMode('mail', { mode: 'ok', deduplicates: true });
    await mail.send(welcome);
    expect(await mail.send(welcome)).toEqual({ id: 'message-1' });
    expect(await twins().ledger('mail')).toEqual({ calls: 2, mostAtOnce: 1, effects: [sent] });
  });

  it('is not sent when the provider is unavailable, and is when it is asked again', async () => {
    await twins().setMode('mail', { mode: 'flaky' });
    await expect(mail.send(welcome)).rejects.toThrow('MAIL: answered 503 unavailable');
    expect((await twins().ledger('mail')).effects).toEqual([]);
    expect(await mail.send(welcome)).toEqual({ id: 'message-1' });
  });

  it('may have been sent although no answer came', async () => {
    await twins().setMode('mail', { mode: 'lost-answer' });
    await expect(mail.send(welcome)).rejects.toThrow('MAIL: did not answer');
    expect(await twins().ledger('mail')).toEqual({ calls: 1, mostAtOnce: 1, effects: [sent] });
  });

  it('of an unknown template is refused for good, in words that name nobody', async () => {
    const refused = mail.send({ ...welcome, templateId: 'unknown-1' });
    await expect(refused).rejects.toMatchObject({
      name: 'PermanentError',
      message: 'MAIL: answered 422 no_such_template',
    });
    expect((await twins().ledger('mail')).effects).toEqual([]);
  });
});
