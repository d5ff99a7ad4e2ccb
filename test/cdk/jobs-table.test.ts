import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, theOnly } from './fake-template.ts';

type Attribute = keyof JobRecord;

const table = theOnly(fakeTemplate({ catalogue: fakeCatalogue(fakeJob()) }), 'AWS::DynamoDB::GlobalTable');

describe('the table of records', () => {
  it('has one string key and no sort key, so that no constant partition runs hot', () => {
    expect(table.TableName).toBe('shop-prod-records');
    expect(table.KeySchema).toEqual([{ AttributeName: 'id' satisfies Attribute, KeyType: 'HASH' }]);
    expect(table.AttributeDefinitions).toContainEqual({ AttributeName: 'id', AttributeType: 'S' });
  });

  it('is billed on demand', () => {
    expect(table.BillingMode).toBe('PAY_PER_REQUEST');
  });

  it('lets records expire by the attribute that the consumer writes', () => {
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: 'expiration' satisfies Attribute, Enabled: true });
  });

  it('can be restored to any second, and states its encryption', () => {
    expect(table.Replicas[0].PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table.SSESpecification).toEqual({ SSEEnabled: false });
  });

  it('lists the dead by type and shard, with what is told of each', () => {
    expect(table.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'dead',
        KeySchema: [
          { AttributeName: 'dead_partition' satisfies Attribute, KeyType: 'HASH' },
          { AttributeName: 'dead_at' satisfies Attribute, KeyType: 'RANGE' },
        ],
        Projection: {
          ProjectionType: 'INCLUDE',
          NonKeyAttributes: [
            'death_id',
            'reason',
            'attempts',
            'version',
            'failures',
            'cycle',
            'type',
          ] satisfies Attribute[],
        },
      },
      expect.anything(),
    ]);
  });

  it('lists what was saved and is not known to be sent, over all types', () => {
    expect(table.GlobalSecondaryIndexes[1]).toEqual({
      IndexName: 'unsent',
      KeySchema: [
        { AttributeName: 'unsent_partition' satisfies Attribute, KeyType: 'HASH' },
        { AttributeName: 'unsent' satisfies Attribute, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    });
  });
});
