import { describe, expect, it } from 'vitest';
import { groupOf } from '../../millrace/message/message-group.ts';

const byUser = { orderedBy: 'userId', fairBy: undefined };

describe('the message group of a job', () => {
  it('is the value of its field, for order and for fairness alike', () => {
    expect(groupOf(byUser, { userId: 'u-1', tenantId: 't-1' })).toBe('u-1');
    expect(groupOf({ orderedBy: undefined, fairBy: 'tenantId' }, { userId: 'u-1', tenantId: 't-1' })).toBe('t-1');
    expect(groupOf(byUser, { userId: 42 })).toBe('42');
  });

  it('is none where the job names no field', () => {
    expect(groupOf({ orderedBy: undefined, fairBy: undefined }, { userId: 'u-1' })).toBeUndefined();
  });

  it('keeps letters, digits and punctuation, up to 128 characters', () => {
    const all = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;
    expect(groupOf(byUser, { userId: all })).toBe(all);
    expect(groupOf(byUser, { userId: 'u'.repeat(128) })).toBe('u'.repeat(128));
  });

  it.each([
    ['a space', 'Anna B'],
    ['nothing', ''],
    ['a letter beyond ASCII', 'é'],
    ['129 characters', 'u'.repeat(129)],
  ])('of a value with %s, which SQS would refuse, is a hash of it', (_, userId) => {
    expect(groupOf(byUser, { userId })).toMatch(/^~[0-9a-f]{64}$/);
  });

  it('is another one for every value, a hash given as value included', () => {
    const hash = groupOf(byUser, { userId: 'Anna B' });
    expect(hash).not.toBe(groupOf(byUser, { userId: 'Anna C' }));
    expect(groupOf(byUser, { userId: hash })).not.toBe(hash);
  });
});
