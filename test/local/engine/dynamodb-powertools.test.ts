import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startJobsTable } from './dynamodb-jobs-table.ts';

const { engine, client, stop } = await startJobsTable();
afterAll(stop);

describe('the idempotency layer of Powertools', () => {
  let runs = 0;
  beforeEach(() => {
    runs = 0;
  });

  function guarded(work: () => Promise<string>) {
    const config = new IdempotencyConfig({ expiresAfterSeconds: 3600 });
    config.registerLambdaContext({ getRemainingTimeInMillis: () => 30_000 } as never);
    const persistenceStore = new DynamoDBPersistenceLayer({ tableName: 'jobs', awsSdkV3Client: client });
    return makeIdempotent(
      async (_job: { id: string }) => {
        runs += 1;
        return work();
      },
      { persistenceStore, config, keyPrefix: 'email.send' },
    );
  }

  it('answers a duplicate with the stored result, in one request', async () => {
    const send = guarded(async () => 'sent');
    await send({ id: 'd-1' });
    engine.requests.reset();
    expect(await send({ id: 'd-1' })).toBe('sent');
    expect(runs).toBe(1);
    expect(engine.requests.counts()).toEqual({ 'DynamoDB_20120810.PutItem': 1 });
  });

  it('refuses a duplicate while the first runs', async () => {
    const started = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<string>();
    const send = guarded(() => {
      started.resolve();
      return finished.promise;
    });
    const first = send({ id: 'd-2' });
    await started.promise;
    await expect(send({ id: 'd-2' })).rejects.toMatchObject({ name: 'IdempotencyAlreadyInProgressError' });
    finished.resolve('sent');
    expect(await first).toBe('sent');
  });

  it('runs again after work that threw', async () => {
    const send = guarded(async () => {
      if (runs === 1) throw new Error('no route');
      return 'sent';
    });
    await expect(send({ id: 'd-3' })).rejects.toThrow('no route');
    expect(await send({ id: 'd-3' })).toBe('sent');
  });

  it('runs the work once for many callers at once', async () => {
    const send = guarded(async () => 'sent');
    await Promise.allSettled(Array.from({ length: 20 }, () => send({ id: 'd-4' })));
    expect(runs).toBe(1);
  });
});
