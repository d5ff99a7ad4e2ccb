import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, startEngine } from '../../../millrace/local/engine/start-engine.ts';
import { provision } from '../../../millrace/local/provision/provision.ts';
import { notesTemplate } from '../fixtures/notes-template.ts';

let engine: Engine;
let sqs: SQSClient;
let dynamodb: DynamoDBClient;

beforeEach(async () => {
  engine = await startEngine();
  const config: DynamoDBClientConfig & { region: string } = {
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  sqs = new SQSClient(config);
  dynamodb = new DynamoDBClient(config);
});
afterEach(async () => {
  sqs.destroy();
  dynamodb.destroy();
  await engine.stop();
});

async function attributesOf(QueueName: string) {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  return (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))).Attributes ?? {};
}

describe('a provisioned template', () => {
  it('has its queues, with every attribute and the redrive policy between them', async () => {
    const { queues } = await provision({ template: notesTemplate, sqs, dynamodb });
    const source = await attributesOf('shop-dev-note-write');
    expect(source).toMatchObject({
      VisibilityTimeout: '120',
      MessageRetentionPeriod: '604800',
      MaximumMessageSize: '262144',
    });
    expect(JSON.parse(String(source.RedrivePolicy))).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:shop-dev-note-write-dead',
      maxReceiveCount: 30,
    });
    expect(JSON.parse(String((await attributesOf('shop-dev-note-write-dead')).RedriveAllowPolicy))).toEqual({
      redrivePermission: 'byQueue',
      sourceQueueArns: ['arn:aws:sqs:us-east-1:000000000000:shop-dev-note-write'],
    });
    expect(queues).toContainEqual({
      logicalId: 'Queue',
      name: 'shop-dev-note-write',
      url: `${engine.endpoint}/000000000000/shop-dev-note-write`,
      arn: 'arn:aws:sqs:us-east-1:000000000000:shop-dev-note-write',
      visibilitySeconds: 120,
    });
  });

  it('has its table, with index and time to live', async () => {
    const { tables } = await provision({ template: notesTemplate, sqs, dynamodb });
    expect(tables).toEqual([{ logicalId: 'Records', name: 'shop-dev-records' }]);
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'shop-dev-records' }));
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [{ IndexName: 'dead', Projection: { NonKeyAttributes: ['reason'] } }],
    });
    const ttl = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: 'shop-dev-records' }));
    expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'expiration' });
  });

  it('says what its references stand for, a queue’s by its URL', async () => {
    const { physical } = await provision({ template: notesTemplate, sqs, dynamodb });
    expect(physical.get('Queue')?.ref).toBe(`${engine.endpoint}/000000000000/shop-dev-note-write`);
    expect(physical.get('Records')?.ref).toBe('shop-dev-records');
  });

  it('takes over what is there already, with the template’s attributes', async () => {
    await sqs.send(
      new CreateQueueCommand({ QueueName: 'shop-dev-note-write', Attributes: { VisibilityTimeout: '7' } }),
    );
    await provision({ template: notesTemplate, sqs, dynamodb });
    await provision({ template: notesTemplate, sqs, dynamodb });
    expect(await attributesOf('shop-dev-note-write')).toMatchObject({ VisibilityTimeout: '120' });
  });

  it('is refused where a queue has a property that would get lost', async () => {
    const template = { Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { Novelty: 1 } } } };
    await expect(provision({ template, sqs, dynamodb })).rejects.toThrow('does not know AWS::SQS::Queue Novelty');
  });
});
