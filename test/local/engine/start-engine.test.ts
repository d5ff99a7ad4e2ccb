import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineStartError } from '../../../millrace/local/engine/engine-start-error.ts';
import { type Engine, type EngineOptions, startEngine } from '../../../millrace/local/engine/start-engine.ts';
import { clientOf } from './sqs-trial.ts';

const running: Engine[] = [];
const start = async (options: EngineOptions = {}) => {
  const engine = await startEngine(options);
  running.push(engine);
  return engine;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()));
});
const queueOn = async (engine: Engine) => {
  const { QueueUrl } = await clientOf(engine).send(new CreateQueueCommand({ QueueName: 'orders' }));
  return QueueUrl;
};

describe('an engine', () => {
  it('listens on a loopback address of its own and says how an SDK finds it', async () => {
    const engine = await start();
    expect(engine.endpoint).toBe(`http://127.0.0.1:${engine.port}`);
    expect(engine.environment).toEqual({
      AWS_ENDPOINT_URL: engine.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
  });

  it('refuses a taken port and says what to do', async () => {
    const { port } = await start();
    const refusal = await startEngine({ port }).catch((error) => error);
    expect(refusal).toBeInstanceOf(EngineStartError);
    expect(refusal.message).toBe(`port ${port} is taken by another program; choose another with --port`);
  });

  it.each([-1, 65_536, Number.NaN])('refuses %s as a port', async (port) => {
    await expect(startEngine({ port })).rejects.toBeInstanceOf(EngineStartError);
  });

  it('shows its queues without a request', async () => {
    const engine = await start();
    const QueueUrl = await queueOn(engine);
    const client = clientOf(engine);
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'seen' }));
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'later', DelaySeconds: 9 }));
    await client.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(engine.sqs.queueNames()).toEqual(['orders']);
    expect(engine.sqs.counts('orders')).toEqual({ visible: 0, inFlight: 1, delayed: 1 });
    expect(engine.sqs.messages('orders')).toMatchObject([
      { body: 'seen', state: 'in flight', receiveCount: 1 },
      { body: 'later', state: 'delayed', receiveCount: 0 },
    ]);
  });

  it('counts the requests that reach it, until told to forget them', async () => {
    const engine = await start();
    const QueueUrl = await queueOn(engine);
    for (let time = 0; time < 3; time++) await clientOf(engine).send(new ReceiveMessageCommand({ QueueUrl }));
    expect(engine.requests.counts()).toEqual({ 'AmazonSQS.CreateQueue': 1, 'AmazonSQS.ReceiveMessage': 3 });
    engine.requests.reset();
    expect(engine.requests.counts()).toEqual({});
  });

  it('runs on real time that can be moved on', async () => {
    const engine = await start();
    const QueueUrl = await queueOn(engine);
    await clientOf(engine).send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', DelaySeconds: 900 }));
    engine.advance(900);
    expect(engine.sqs.counts('orders')).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
  });

  it('answers DynamoDB on the same address', async () => {
    const engine = await start();
    const dynamoDb = tablesOn(engine);
    await dynamoDb.send(oneTable);
    expect((await dynamoDb.send(new ListTablesCommand({}))).TableNames).toEqual(['records']);
    expect(engine.requests.counts()).toEqual({
      'DynamoDB_20120810.CreateTable': 1,
      'DynamoDB_20120810.ListTables': 1,
    });
    expect(await engine.sweepTtl()).toBe(0);
  });

  it('forgets queues, tables and counts when it is reset', async () => {
    const engine = await start();
    await queueOn(engine);
    await tablesOn(engine).send(oneTable);
    await engine.reset();
    expect([engine.sqs.queueNames(), engine.requests.counts()]).toEqual([[], {}]);
    expect((await tablesOn(engine).send(new ListTablesCommand({}))).TableNames).toEqual([]);
  });

  it('stops while a receive waits', async () => {
    const engine = await startEngine();
    const QueueUrl = await queueOn(engine);
    const waiting = clientOf(engine).send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    const ended = waiting.then(
      () => 'answered',
      () => 'cut off',
    );
    await engine.stop();
    expect(['answered', 'cut off']).toContain(await ended);
    await expect(fetch(engine.endpoint)).rejects.toThrow();
  });
});

const tablesOn = ({ endpoint, region }: Engine) =>
  new DynamoDBClient({ endpoint, region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
const oneTable = new CreateTableCommand({
  TableName: 'records',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
});
