import { describe, expect, it } from 'vitest';
import { effectKey } from '../../millrace/consumer/effect-key.ts';

describe('the key of an effect', () => {
  it('is the job’s id and the step’s name, as far as a provider takes them', () => {
    expect(effectKey('parcel.ship:p-1', 'charge')).toBe('parcel.ship:p-1/charge');
    const longest = `parcel.ship:${'p'.repeat(236)}`;
    expect(effectKey(longest, 'charge')).toBe(`${longest}/charge`);
    expect(`${longest}/charge`).toHaveLength(255);
  });

  it('of a longer id has its hash in its place, another for each job', () => {
    const long = `parcel.ship:${'p'.repeat(237)}`;
    const key = effectKey(long, 'charge');
    expect(key).toMatch(/^[\w-]{43}\/charge$/);
    expect(effectKey(long, 'charge')).toBe(key);
    expect(effectKey(`${long}q`, 'charge')).not.toBe(key);
  });
});
