import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTimeToLiveCommand,
  QueryCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDynamoDbBackend } from '../../../millrace/local/engine/dynamodb/dynamodb-backend.ts';
import { type Clock, createVirtualClock } from '../../../millrace/message/clock.ts';
import { jobsTable, startJobsTable } from './dynamodb-jobs-table.ts';

const inSeconds = (clock: { now(): number }, seconds: number) => ({ N: String(clock.now() / 1000 + seconds) });

describe('time to live', () => {
  let table: Awaited<ReturnType<typeof startJobsTable>>;
  beforeEach(async () => {
    table = await startJobsTable();
  });
  afterEach(() => table.stop());

  const setTimeToLive = (Enabled: boolean, AttributeName = 'expiration') =>
    table.client.send(
      new UpdateTimeToLiveCommand({ TableName: 'jobs', TimeToLiveSpecification: { AttributeName, Enabled } }),
    );
  const description = async () =>
    (await table.client.send(new DescribeTimeToLiveCommand({ TableName: 'jobs' }))).TimeToLiveDescription;

  it('is off until it is turned on for one attribute', async () => {
    expect(await description()).toEqual({ TimeToLiveStatus: 'DISABLED' });
    await setTimeToLive(true);
    expect(await description()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiration' });
    await expect(setTimeToLive(true)).rejects.toThrow('TimeToLive is already enabled');
    await expect(setTimeToLive(true, 'other')).rejects.toThrow(
      'TimeToLive is active on a different AttributeName: current AttributeName is expiration',
    );
    await setTimeToLive(false);
    await expect(setTimeToLive(false)).rejects.toThrow('TimeToLive is already disabled');
  });

  it('leaves an expired item in place until the sweep, which takes it out of the index too', async () => {
    await setTimeToLive(true);
    await table.put({
      id: { S: 'j' },
      status: { S: 'COMPLETED' },
      due_at: { N: '1' },
      expiration: inSeconds(table.clock, 60),
    });
    table.clock.advance(60);
    expect(await table.engine.sweepTtl()).toBe(0);
    table.clock.advance(1);
    expect((await table.get('j'))?.id).toEqual({ S: 'j' });
    expect(await table.engine.sweepTtl()).toBe(1);
    expect(await table.get('j')).toBeUndefined();
    const { Items } = await table.client.send(
      new QueryCommand({
        TableName: 'jobs',
        IndexName: 'by-status',
        KeyConditionExpression: '#status = :s',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':s': { S: 'COMPLETED' } },
      }),
    );
    expect(Items).toEqual([]);
  });

  it('takes items written before it was turned on', async () => {
    await table.put({ id: { S: 'early' }, expiration: inSeconds(table.clock, 1) });
    await setTimeToLive(true);
    table.clock.advance(2);
    expect(await table.engine.sweepTtl()).toBe(1);
  });

  it('spares an item written anew with a later time, without one, or with text for one', async () => {
    await setTimeToLive(true);
    for (const id of ['later', 'without', 'text']) {
      await table.put({ id: { S: id }, expiration: inSeconds(table.clock, 1) });
    }
    await table.put({ id: { S: 'later' }, expiration: inSeconds(table.clock, 3600) });
    await table.put({ id: { S: 'without' } });
    await table.put({ id: { S: 'text' }, expiration: { S: '1' } });
    table.clock.advance(2);
    expect(await table.engine.sweepTtl()).toBe(0);
  });

  it('spares what expired more than five years ago', async () => {
    await setTimeToLive(true);
    await table.put({ id: { S: 'mistaken' }, expiration: { N: '1000' } });
    expect(await table.engine.sweepTtl()).toBe(0);
  });

  it('takes nothing where it is turned off, or from a table that was created anew', async () => {
    await setTimeToLive(true);
    await setTimeToLive(false);
    await table.put({ id: { S: 'kept' }, expiration: inSeconds(table.clock, -10) });
    expect(await table.engine.sweepTtl()).toBe(0);
    await setTimeToLive(true);
    await table.client.send(new DeleteTableCommand({ TableName: 'jobs' }));
    await table.client.send(new CreateTableCommand(jobsTable('jobs')));
    expect(await description()).toEqual({ TimeToLiveStatus: 'DISABLED' });
    expect(await table.engine.sweepTtl()).toBe(0);
  });
});

describe('a backend that sweeps by itself', () => {
  async function startBackend() {
    const virtual = createVirtualClock();
    const faults: { now?: Error | undefined } = {};
    const clock = {
      ...virtual,
      now: () => {
        if (faults.now) throw faults.now;
        return virtual.now();
      },
    };
    const failures: unknown[] = [];
    const ownSweeps = { everySeconds: 1, reportFailure: (error: unknown) => failures.push(error) };
    const backend = await createDynamoDbBackend({ clock, ownSweeps });
    const call = async (operation: string, input: unknown) => {
      const { body } = await backend.handle(`DynamoDB_20120810.${operation}`, JSON.stringify(input), {});
      return JSON.parse(body);
    };
    await call('CreateTable', jobsTable('jobs'));
    const TimeToLiveSpecification = { AttributeName: 'expiration', Enabled: true };
    await call('UpdateTimeToLive', { TableName: 'jobs', TimeToLiveSpecification });
    const putExpired = (id: string) =>
      call('PutItem', { TableName: 'jobs', Item: { id: { S: id }, expiration: inSeconds(clock, -1) } });
    const count = async () => (await call('Scan', { TableName: 'jobs', Select: 'COUNT' })).Count;
    return { clock, faults, failures, backend, putExpired, count };
  }

  it('takes an expired item each second, with no call', async () => {
    const { clock, backend, putExpired, count } = await startBackend();
    for (const id of ['first', 'second']) {
      await putExpired(id);
      clock.advance(1);
      await expect.poll(count).toBe(0);
    }
    await backend.stop();
  });

  it('tells of a sweep that failed, and makes the next one', async () => {
    const { clock, faults, failures, backend, putExpired, count } = await startBackend();
    await putExpired('first');
    faults.now = new Error('it is no time');
    clock.advance(1);
    await expect.poll(() => failures).toEqual([faults.now]);
    faults.now = undefined;
    await expect
      .poll(() => {
        clock.advance(1);
        return count();
      })
      .toBe(0);
    await backend.stop();
  });

  it('asks the clock for nothing more once it is stopped, even in the middle of a sweep', async () => {
    const clock = createVirtualClock();
    const ownSweeps = { everySeconds: 1, reportFailure: () => undefined };
    let timersAsked = 0;
    const after: Clock['after'] = (delayMs, callback) => {
      timersAsked += 1;
      return clock.after(delayMs, callback);
    };
    const backend = await createDynamoDbBackend({ clock: { now: clock.now, after }, ownSweeps });
    clock.advance(1);
    await backend.stop();
    clock.advance(5);
    expect(timersAsked).toBe(1);
  });
});
