import { describe, expect, it } from 'vitest';
import { billingCharge } from '../../jobs/billing-charge.ts';
import { parsePayload } from '../../millrace/definition/parse-payload.ts';
import sample from './samples/billing.charge.v1.json' with { type: 'json' };

describe('billing.charge', () => {
  it('is one job a charge', () => {
    expect(parsePayload(billingCharge, sample)).toMatchObject({ ok: true, id: 'billing.charge:c-1' });
  });

  it('is looked at by a person before it is replayed', () => {
    expect(billingCharge.replay).toMatchObject({ rule: 'check-first' });
  });

  it('has spent its attempts long before the provider forgets its key, after a day', () => {
    // The longest waits: 30, 60, 120, 240, 480, 960 and 1800 s, and eight runs of 20 s.
    expect(billingCharge.maxAttempts).toBe(8);
    expect(billingCharge.backoff).toEqual({ firstSeconds: 30, maxSeconds: 1800 });
    expect(billingCharge.timeoutSeconds).toBe(20);
  });
});
