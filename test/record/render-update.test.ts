import { describe, expect, it } from 'vitest';
import { absent, all, any, atLeast, below, differs, equals, oneOf } from '../../millrace/record/condition.ts';
import { renderUpdate } from '../../millrace/record/render-update.ts';
import { claim } from '../../millrace/record/writes/claiming.ts';

describe('a write, rendered for DynamoDB', () => {
  it('sets, adds and removes by aliases, since half of the names are reserved words', () => {
    expect(
      renderUpdate({
        id: 'j',
        set: { status: 'FAILED', version: 2 },
        add: { attempts: -1 },
        remove: ['alone', 'data'],
      }),
    ).toEqual({
      UpdateExpression: 'SET #status = :v0, #version = :v1 ADD #attempts :v2 REMOVE #alone, #data',
      ExpressionAttributeNames: {
        ...{ '#status': 'status', '#version': 'version', '#attempts': 'attempts' },
        ...{ '#alone': 'alone', '#data': 'data' },
      },
      ExpressionAttributeValues: { ':v0': { S: 'FAILED' }, ':v1': { N: '2' }, ':v2': { N: '-1' } },
    });
  });

  it('states each condition', () => {
    const when = any(
      absent('id'),
      all(equals('fence', 'f'), any(differs('version', 1), absent('data')), oneOf('status', ['ACCEPTED', 'FAILED'])),
      all(below('expiration', 5), atLeast('attempts', 2)),
    );
    expect(renderUpdate({ id: 'j', when, set: { status: 'FAILED' } }).ConditionExpression).toBe(
      'attribute_not_exists(#id) OR #fence = :v1 AND (#version <> :v2 OR attribute_not_exists(#data)) AND #status IN (:v3, :v4) OR #expiration < :v5 AND #attempts >= :v6',
    );
  });

  it('is far below the 4 KiB of an expression', () => {
    const content = { id: 'parcel.ship:p-1', type: 'parcel.ship', version: 1, validation: 'hash' };
    const terms = { fence: 'f', nowMs: 0, inProgressUntilMs: 1, expiration: 1 };
    const { UpdateExpression, ConditionExpression = '' } = renderUpdate(claim(content, terms));
    expect(UpdateExpression.length).toBeLessThan(400);
    expect(ConditionExpression.length).toBeLessThan(400);
  });
});
