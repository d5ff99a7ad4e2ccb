import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { consume } from 'millrace/consumer';
import { createProducer } from 'millrace/producer';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../../millrace/ops/stack/connect.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { jobsTable } from '../contracts/jobs-table.ts';
import { startSqsTrial } from '../local/engine/sqs-trial.ts';
import { serveListener } from '../local/serve-listener.ts';
import { noteJob } from '../producer/note-job.ts';

/** Nothing listens there: a call that follows a queue's URL is refused. */
const NOWHERE = 'http://127.0.0.1:1/000000000000';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

afterEach(() => vi.unstubAllEnvs());

function stubEnvironment(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

async function startTrial() {
  const trial = await startSqsTrial();
  const { endpoint: sqsEndpoint, region } = trial.engine;
  const stack = connect({ app: 'shop', stage: 'test', tableName: 'jobs', region, credentials, sqsEndpoint });
  onTestFinished(() => {
    stack.close();
    return trial.stop();
  });
  const elsewhere = (url: string) => `${NOWHERE}/${url.slice(url.lastIndexOf('/') + 1)}`;
  return { trial, stack, elsewhere, ...(await trial.createQueues(30)) };
}

describe('a queue whose URL names another host than the configured endpoint', () => {
  it('is sent to at the endpoint, by a producer that was told that URL', async () => {
    const asked: unknown[] = [];
    const port = await serveListener(({ headers }, response) => {
      const isLookUp = headers['x-amz-target'] === 'AmazonSQS.GetQueueUrl';
      asked.push(headers['x-amz-target']);
      const Failed = [{ Id: '0', Code: 'ReachedTheEndpoint', SenderFault: true }];
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify(isLookUp ? { QueueUrl: `${NOWHERE}/q` } : { Successful: [], Failed }));
    });
    stubEnvironment({ AWS_ENDPOINT_URL_SQS: `http://localhost:${port}`, AWS_REGION: 'us-east-1' });
    stubEnvironment({ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
    const producer = createProducer({ app: 'shop', stage: 'prod' });
    await expect(producer.enqueue(noteJob, { noteId: 'n-1' })).rejects.toThrow('ReachedTheEndpoint');
    expect(asked).toEqual(['AmazonSQS.GetQueueUrl', 'AmazonSQS.GetQueueAttributes', 'AmazonSQS.SendMessageBatch']);
  });

  it('is worked off, and parked in, at the endpoint of its consumer', async () => {
    const { trial, stack, elsewhere, source, dead } = await startTrial();
    const dynamodb = new DynamoDBClient({ endpoint: trial.engine.endpoint, region: 'us-east-1', credentials });
    await dynamodb.send(new CreateTableCommand(jobsTable('jobs')));
    dynamodb.destroy();
    await trial.send(source, 'hello');
    const deliveries = await stack.queues.receive(source, { most: 10, waitSeconds: 0, visibilitySeconds: 60 });
    stubEnvironment({ ...trial.engine.environment, POWERTOOLS_LOG_LEVEL: 'SILENT' });
    stubEnvironment({ MILLRACE_JOB_TYPE: 'note.keep', MILLRACE_TABLE_NAME: 'jobs' });
    stubEnvironment({ MILLRACE_QUEUE_URLS: elsewhere(source), MILLRACE_DEAD_LETTER_QUEUE_URLS: elsewhere(dead) });
    const context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> = {
      awsRequestId: 'r',
      getRemainingTimeInMillis: () => 25_000,
    };
    const handler = consume(noteJob, () => undefined);
    expect(await handler(sqsEvent(deliveries), context as Context)).toEqual({ batchItemFailures: [] });
    expect(trial.engine.requests.counts()).toMatchObject({ 'AmazonSQS.ChangeMessageVisibilityBatch': 1 });
    expect((await trial.receive(dead)).map(({ Body }) => Body)).toEqual(['hello']);
  });

  it('is looked into at the endpoint that the environment of an operator’s command names', async () => {
    const { trial, elsewhere, dead } = await startTrial();
    await trial.send(dead, 'hello');
    stubEnvironment(trial.engine.environment);
    const { queues, close } = connect({ app: 'shop', stage: 'test', tableName: 'jobs' });
    onTestFinished(close);
    expect(await queues.depth(elsewhere(dead))).toEqual({ waiting: 1, inFlight: 0, delayed: 0 });
  });
});
