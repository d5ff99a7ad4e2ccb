import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isJobId,
  isMessageRecordId,
  jobId,
  jobKey,
  messageRecordId,
  sharedItemId,
  typeOfJobId,
} from '../../millrace/definition/job-id.ts';
import { jobStem, tableName } from '../../millrace/definition/job-stem.ts';

describe('a job id', () => {
  it.each([
    [['42'], '42'],
    [[42], '42'],
    [['order:1/α'], 'order%3A1%2F%CE%B1'],
    [['eu', 7], 'eu:7'],
    [['~m-1'], '%7Em-1'],
    [['a~b'], 'a~b'],
    [['a', '~b'], 'a:~b'],
  ])('of %j has the key %s', (values, key) => {
    expect(jobKey(values)).toBe(key);
    expect(jobId('email.send', key)).toBe(`email.send:${key}`);
  });

  it('is another one for other values, and for another type', () => {
    const values = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(jobKey(one) === jobKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
    expect(jobId('email.send', '42')).not.toBe(jobId('invoice.render', '42'));
  });

  it('tells its type, and is never the id of a message without a job', () => {
    expect(typeOfJobId('email.send:a:b')).toBe('email.send');
    expect(typeOfJobId('nothing')).toBe('');
    expect(messageRecordId('email.send', 'm-1')).toBe('email.send:~m-1');
    expect(isMessageRecordId('email.send', 'email.send:~m-1')).toBe(true);
    expect(isMessageRecordId('email.send', jobId('email.send', jobKey(['~m-1'])))).toBe(false);
  });

  it('is never the id of what all consumers share, and neither is the id of a message without a job', () => {
    const shared = sharedItemId('email.send', 'breaker');
    expect(shared).toBe('email.send:~/breaker');
    expect(isJobId(shared)).toBe(false);
    expect(isMessageRecordId('email.send', shared)).toBe(false);
    expect(jobId('email.send', jobKey(['~/breaker']))).toBe('email.send:%7E%2Fbreaker');
  });
});

describe('the names in AWS', () => {
  it('are made of app, stage and type', () => {
    expect(jobStem('email.send')).toBe('email-send');
    expect(tableName('shop', 'prod')).toBe('shop-prod-records');
  });
});
