import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createRecordsTable } from '../record/create-records-table.ts';
import { createFakeQueues } from './fake-queues.ts';
import { letterJob } from './letter-job.ts';
import { noteJob } from './note-job.ts';

const engine = await startEngine();
const client = new DynamoDBClient({
  ...{ endpoint: engine.endpoint, region: engine.region },
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
await client.send(createRecordsTable('shop-prod-records'));
afterAll(async () => {
  client.destroy();
  await engine.stop();
});
afterEach(() => vi.unstubAllEnvs());

function producer() {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', engine.endpoint);
  vi.stubEnv('AWS_REGION', engine.region);
  return createProducer({ app: 'shop', stage: 'prod', queues: createFakeQueues().queues });
}

describe('a producer that is told of no table', () => {
  it('finds that of its stack by name, once a job has something to write there', async () => {
    engine.requests.reset();
    const sender = producer();
    await sender.enqueue(noteJob, { noteId: 'n-1' });
    expect(engine.requests.counts()).toEqual({});
    await sender.enqueue(letterJob, { letterId: 'l-1' }, { confidential: { to: 'ada' } });
    const Key = { id: { S: 'letter.send:l-1/confidential' } };
    const { Item } = await client.send(new GetItemCommand({ TableName: 'shop-prod-records', Key }));
    expect(Item?.confidential?.S).toBe('{"to":"ada"}');
  });
});
