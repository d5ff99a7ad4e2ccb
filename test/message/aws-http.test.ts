import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { awsHttp } from '../../millrace/message/aws-http.ts';
import { serveListener } from '../local/serve-listener.ts';

const hanging = async () => ({
  endpoint: `http://localhost:${await serveListener(() => undefined)}`,
  ...{ region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' }, maxAttempts: 1 },
  requestHandler: awsHttp({ requestTimeoutMs: 50 }),
});

describe('a call of AWS that hangs', () => {
  it('fails, and does not only warn', async () => {
    const sqs = new SQSClient(await hanging());
    const dynamodb = new DynamoDBClient(await hanging());
    onTestFinished(() => {
      sqs.destroy();
      dynamodb.destroy();
    });
    await expect(sqs.send(new ListQueuesCommand())).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(dynamodb.send(new ListTablesCommand())).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
