import { describe, expect, it } from 'vitest';
import type { HeldClaim } from '../../millrace/record/job-record.ts';
import { keepStepResult } from '../../millrace/record/step-result.ts';
import type { Steps } from '../../millrace/record/step-state.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { fakeJob } from '../consumer/fake-job.ts';

const held: HeldClaim = {
  ...{ id: 'parcel.ship:p-1', type: 'parcel.ship', status: 'INPROGRESS', expiration: 2_000_000_000 },
  ...{ fence: '0a1b2c3d-4e5f', attempts: 1, in_progress_expiration: 1 },
};
const fullRecord: Steps = { first: { done: true, result: 'x'.repeat(700) } };

async function keep(json: string | undefined, beside: Steps) {
  const records = createMemoryRecordTable();
  const state = await keepStepResult(records, fakeJob, { held, step: 'weigh', json, beside }, 0);
  return { state, items: [...records.stepResults.keys()] };
}

describe('the result of a step whose record is rather full', () => {
  it('stays in it where the key of an item would take no less room', async () => {
    expect(await keep('123456', fullRecord)).toEqual({ state: { done: true, result: '123456' }, items: [] });
  });

  it('of one byte more has an item of its own', async () => {
    expect(await keep('1234567', fullRecord)).toEqual({
      state: { done: true, kept: '0a1b2c3d' },
      items: ['parcel.ship:p-1/step/weigh/0a1b2c3d'],
    });
  });

  it('that returned nothing says only that it is done', async () => {
    expect(await keep(undefined, fullRecord)).toEqual({ state: { done: true }, items: [] });
  });
});
