import { describe, expect, it } from 'vitest';
import { emailSend } from '../../jobs/email-send.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import sample from './samples/email.send.v1.json' with { type: 'json' };

describe('email.send', () => {
  it('is one job a delivery', () => {
    expect(parsePayload(emailSend, sample)).toMatchObject({ ok: true, id: 'email.send:d-1' });
  });

  it.each(['deliveryId', 'templateId', 'userId'])('needs its %s', (field) => {
    expect(parsePayload(emailSend, { ...sample, [field]: '' })).toMatchObject({ ok: false, issues: [{ path: field }] });
  });

  it('sends at most twenty at once', () => {
    expect(emailSend.timing.batchSize * emailSend.timing.maximumConcurrency).toBe(20);
  });
});
