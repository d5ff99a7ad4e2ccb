import { describe, expect, it } from 'vitest';
import { createStepLedger } from '../../millrace/consumer/step-ledger.ts';
import type { HeldClaim } from '../../millrace/record/job-record.ts';

const HELD: HeldClaim = {
  ...{ id: 'parcel.ship:p-1', type: 'parcel.ship', status: 'INPROGRESS', expiration: 1_767_226_000 },
  ...{ fence: 'mine', attempts: 1, steps: { a: { done: true } } },
};

describe('what the record is to be told of a job’s steps', () => {
  it('is nothing before one has moved, and nothing once all of it is stored', () => {
    const ledger = createStepLedger(HELD);
    expect(ledger.unsaved).toEqual({});
    ledger.set('b', { done: true });
    expect(ledger.unsaved).toEqual({ steps: { a: { done: true }, b: { done: true } } });
    ledger.saved(ledger.states);
    expect(ledger.unsaved).toEqual({});
  });

  it('is all of it as long as only an earlier state of it is stored', () => {
    const ledger = createStepLedger(HELD);
    ledger.set('b', { done: true });
    const earlier = ledger.states;
    ledger.set('c', { done: true });
    ledger.saved(earlier);
    expect(ledger.unsaved).toEqual({ steps: { a: { done: true }, b: { done: true }, c: { done: true } } });
  });
});
