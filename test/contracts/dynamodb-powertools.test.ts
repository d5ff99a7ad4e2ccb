import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openJobsTable } from './dynamodb-contract.ts';

const { client, table: TableName, unusedName, stop } = await openJobsTable();
afterAll(stop);

interface Job {
  readonly id: string;
  readonly amount?: number;
}

let runs: number;
let keyPrefix: string;
beforeEach(() => {
  runs = 0;
  keyPrefix = unusedName();
});

function guarded(work: () => Promise<string>, payloadValidationJmesPath = '') {
  const config = new IdempotencyConfig({
    expiresAfterSeconds: 3600,
    eventKeyJmesPath: 'id',
    payloadValidationJmesPath,
  });
  config.registerLambdaContext({ getRemainingTimeInMillis: () => 30_000 } as never); // nothing else of it is read
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: TableName, awsSdkV3Client: client });
  const counted = async (_job: Job) => {
    runs += 1;
    return work();
  };
  return makeIdempotent(counted, { persistenceStore, config, keyPrefix });
}

/** Work that has begun, and ends when it is told to. */
function heldWork() {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const work = () => {
    begun.resolve();
    return ended.promise;
  };
  return { work, begun: begun.promise, end: () => ended.resolve('sent late') };
}

/** The test's only record, as if that time of it had long come. */
async function letCome(time: 'expiration' | 'in_progress_expiration') {
  const FilterExpression = 'begins_with(id, :prefix)';
  const ExpressionAttributeValues = { ':prefix': { S: keyPrefix } };
  const { Items } = await client.send(new ScanCommand({ TableName, FilterExpression, ExpressionAttributeValues }));
  const Key = { id: Items?.[0]?.id ?? expect.fail('no record') };
  const UpdateExpression = `SET ${time} = :past`;
  const past = { ':past': { N: '1' } };
  await client.send(new UpdateItemCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues: past }));
}

describe('the idempotency layer of Powertools', () => {
  it('answers a duplicate with the stored result, in one request', async () => {
    const send = guarded(async () => 'sent');
    await send({ id: 'd-1' });
    const commands: string[] = [];
    client.middlewareStack.add(
      (next, context) => (input) => {
        commands.push(String(context.commandName));
        return next(input);
      },
      { step: 'initialize', name: 'commands' },
    );
    expect(await send({ id: 'd-1' })).toBe('sent');
    client.middlewareStack.remove('commands');
    expect(runs).toBe(1);
    expect(commands).toEqual(['PutItemCommand']);
  });

  it('refuses a duplicate while the first runs', async () => {
    const { work, begun, end } = heldWork();
    const send = guarded(work);
    const first = send({ id: 'd-2' });
    await begun;
    await expect(send({ id: 'd-2' })).rejects.toMatchObject({ name: 'IdempotencyAlreadyInProgressError' });
    end();
    expect(await first).toBe('sent late');
  });

  it('runs again after work that threw', async () => {
    const send = guarded(async () => {
      if (runs === 1) throw new Error('no route');
      return 'sent';
    });
    await expect(send({ id: 'd-3' })).rejects.toThrow('no route');
    expect(await send({ id: 'd-3' })).toBe('sent');
  });

  it('runs again once the record has expired', async () => {
    const send = guarded(async () => `run ${runs}`);
    await send({ id: 'd-4' });
    await letCome('expiration');
    expect(await send({ id: 'd-4' })).toBe('run 2');
  });

  it('takes over from a run whose time is over', async () => {
    const { work, begun, end } = heldWork();
    const lost = guarded(work)({ id: 'd-5' });
    await begun;
    await letCome('in_progress_expiration');
    expect(await guarded(async () => 'taken over')({ id: 'd-5' })).toBe('taken over');
    end();
    await lost;
  });

  it('refuses the same key with other content', async () => {
    const charge = guarded(async () => 'charged', 'amount');
    await charge({ id: 'd-6', amount: 1 });
    await expect(charge({ id: 'd-6', amount: 2 })).rejects.toMatchObject({ name: 'IdempotencyValidationError' });
  });

  it('runs the work once for many callers at once', async () => {
    const { work, begun, end } = heldWork();
    const send = guarded(work);
    const all = Promise.allSettled(Array.from({ length: 20 }, () => send({ id: 'd-7' })));
    await begun;
    end();
    await all;
    expect(runs).toBe(1);
  });
});
