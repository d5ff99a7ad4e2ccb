import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { serviceClients } from '../../millrace/local/service-clients.ts';

it('calls go to the configured endpoint, whatever host a queue’s URL names', async () => {
  const engine = await startEngine();
  const clients = serviceClients({ sqs: engine.endpoint, dynamodb: engine.endpoint });
  await clients.sqs.send(new CreateQueueCommand({ QueueName: 'notes' }));
  const QueueUrl = 'http://sqs.us-east-1.localhost:1/000000000000/notes';
  const sent = await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
  expect(sent.MessageId).toMatch(/^[0-9a-f-]{36}$/);
  clients.destroy();
  await engine.stop();
});
