import { UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDynamoDbBackend } from '../../../millrace/local/engine/dynamodb/dynamodb-backend.ts';
import { type Clock, createVirtualClock } from '../../../millrace/message/clock.ts';
import { jobsTable } from '../../contracts/jobs-table.ts';
import { startJobsTable } from './dynamodb-jobs-table.ts';

const inSeconds = (clock: { now(): number }, seconds: number) => ({ N: String(clock.now() / 1000 + seconds) });

describe('an engine that was given its clock', () => {
  let table: Awaited<ReturnType<typeof startJobsTable>>;
  beforeEach(async () => {
    table = await startJobsTable();
  });
  afterEach(() => table.stop());

  const setTimeToLive = (Enabled: boolean) => {
    const TimeToLiveSpecification = { AttributeName: 'expiration', Enabled };
    return table.client.send(new UpdateTimeToLiveCommand({ TableName: 'jobs', TimeToLiveSpecification }));
  };

  it('leaves an expired item in place until it is told to sweep, and says how many it took', async () => {
    await setTimeToLive(true);
    await table.put({ id: { S: 'j' }, expiration: inSeconds(table.clock, 60) });
    table.clock.advance(60);
    expect(await table.engine.sweepTtl()).toBe(0);
    table.clock.advance(1);
    expect((await table.get('j'))?.id).toEqual({ S: 'j' });
    expect(await table.engine.sweepTtl()).toBe(1);
    expect(await table.get('j')).toBeUndefined();
  });

  it('says in DynamoDB’s words why it leaves a time to live as it is', async () => {
    await expect(setTimeToLive(false)).rejects.toThrow('TimeToLive is already disabled');
    await setTimeToLive(true);
    await expect(setTimeToLive(true)).rejects.toThrow('TimeToLive is already enabled');
    const TimeToLiveSpecification = { AttributeName: 'other', Enabled: true };
    const other = new UpdateTimeToLiveCommand({ TableName: 'jobs', TimeToLiveSpecification });
    await expect(table.client.send(other)).rejects.toThrow(
      'TimeToLive is active on a different AttributeName: current AttributeName is expiration',
    );
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
