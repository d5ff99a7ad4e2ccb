import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { describe, expect, it } from 'vitest';
import { openTrial } from './scheduler-trial.ts';

const hour = 3_600;

describe('a schedule that is due', () => {
  it('sends its input to its queue at each tick, in the order of the ticks', async () => {
    const { create, pass, bodies } = await openTrial();
    await create({ ScheduleExpression: 'cron(0 3 * * ? *)', ScheduleExpressionTimezone: 'Europe/Paris' }, 'nightly');
    await create({ ScheduleExpression: 'cron(30 1 * * ? *)', ScheduleExpressionTimezone: 'UTC' }, 'early');
    await pass(hour);
    expect(bodies()).toEqual([]);
    await pass(48 * hour);
    expect(bodies()).toEqual([
      '2026-01-01T01:30:00Z',
      '2026-01-01T02:00:00Z',
      '2026-01-02T01:30:00Z',
      '2026-01-02T02:00:00Z',
    ]);
  });

  it('by rate is due when it is made, and from then on', async () => {
    const { create, pass, bodies } = await openTrial();
    await create({ ScheduleExpression: 'rate(15 minutes)' });
    await pass(hour / 2);
    expect(bodies()).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:15:00Z', '2026-01-01T00:30:00Z']);
  });

  it('has its context put into its input', async () => {
    const { create, pass, bodies, target } = await openTrial();
    const input =
      '<aws.scheduler.schedule-arn> <aws.scheduler.execution-id> <aws.scheduler.attempt-number> <aws.other>';
    await create({ ScheduleExpression: 'at(2026-01-01T01:00:00)', Target: target('work', input) });
    await pass(hour);
    expect(bodies()).toEqual([
      'arn:aws:scheduler:us-east-1:000000000000:schedule/default/one execution-1 1 <aws.other>',
    ]);
  });

  it('calls a function with its input, parsed', async () => {
    const { create, pass, invoked, target } = await openTrial();
    const Arn = 'arn:aws:lambda:us-east-1:000000000000:function:sweeper';
    const Input = '{"at":"<aws.scheduler.scheduled-time>"}';
    await create({ ScheduleExpression: 'at(2026-01-01T01:00:00)', Target: { ...target(), Arn, Input } });
    await pass(hour);
    expect(invoked).toEqual([{ functionName: 'sweeper', event: { at: '2026-01-01T01:00:00Z' } }]);
  });

  it('that is disabled sends nothing', async () => {
    const { create, pass, bodies } = await openTrial();
    await create({ ScheduleExpression: 'rate(1 hour)', State: 'DISABLED' });
    await pass(10 * hour);
    expect(bodies()).toEqual([]);
  });

  it('sends nothing before its start and after its end', async () => {
    const { create, pass, bodies } = await openTrial();
    const [StartDate, EndDate] = [new Date('2026-01-01T05:30:00Z'), new Date('2026-01-01T07:30:00Z')];
    await create({ ScheduleExpression: 'rate(1 hour)', StartDate, EndDate });
    await pass(24 * hour);
    expect(bodies()).toEqual(['2026-01-01T05:30:00Z', '2026-01-01T06:30:00Z', '2026-01-01T07:30:00Z']);
  });
});

describe('a one-time schedule', () => {
  it('fires once, not a second early, and stays where nothing says that it goes', async () => {
    const { create, pass, bodies, client } = await openTrial();
    await create({ ScheduleExpression: 'at(2026-01-01T01:00:00)' });
    await pass(hour - 1);
    expect(bodies()).toEqual([]);
    await pass(1);
    await pass(24 * hour);
    expect(bodies()).toEqual(['2026-01-01T01:00:00Z']);
    await expect(client.send(new GetScheduleCommand({ Name: 'one' }))).resolves.toMatchObject({ Name: 'one' });
  });

  it('is gone once it has fired where it is to be deleted', async () => {
    const { create, pass, client } = await openTrial();
    await create({ ScheduleExpression: 'at(2026-01-01T01:00:00)', ActionAfterCompletion: 'DELETE' });
    const get = () => client.send(new GetScheduleCommand({ Name: 'one' }));
    await expect(get()).resolves.toMatchObject({ ActionAfterCompletion: 'DELETE' });
    await pass(hour);
    await expect(get()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('whose time is over when it is made fires at once', async () => {
    const { create, pass, bodies } = await openTrial();
    await create({ ScheduleExpression: 'at(2025-12-31T23:00:00)' });
    await pass(0);
    expect(bodies()).toEqual(['2025-12-31T23:00:00Z']);
  });
});

describe('a target that does not take what it is sent', () => {
  it('is tried again, later each time, until it does', async () => {
    const { create, pass, bodies, makeQueue, target, reports } = await openTrial();
    const input = '<aws.scheduler.attempt-number>';
    await create({ ScheduleExpression: 'at(2026-01-01T01:00:00)', Target: target('later', input) });
    await pass(hour);
    await pass(1);
    await makeQueue('later');
    await pass(2);
    expect(bodies('later')).toEqual(['3']);
    expect(reports.map(({ kind, attempt }) => [kind, attempt])).toEqual([
      ['retried', 1],
      ['retried', 2],
      ['delivered', 3],
    ]);
  });

  it('is given up after its last try, and what it was to get waits in the dead-letter queue with the reason', async () => {
    const { create, pass, messages, target, arnOf, scheduler } = await openTrial();
    const failing = {
      ...target('missing', 'lost at <aws.scheduler.scheduled-time>'),
      RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3_600 },
      DeadLetterConfig: { Arn: arnOf('dead') },
    };
    const asked = { ScheduleExpression: 'at(2026-01-01T01:00:00)', Target: failing };
    await create({ ...asked, ActionAfterCompletion: 'DELETE' });
    for (const seconds of [hour, 1, 2]) await pass(seconds);
    const [dead, ...others] = messages('dead');
    expect(others).toEqual([]);
    expect(dead?.body).toBe('lost at 2026-01-01T01:00:00Z');
    expect(dead?.attributes).toMatchObject({
      ERROR_CODE: { StringValue: 'QueueDoesNotExist' },
      EXHAUSTED_RETRY_CONDITION: { StringValue: 'MaximumRetryAttempts' },
      RETRY_ATTEMPTS: { StringValue: '2' },
      SCHEDULED_TIME: { StringValue: '2026-01-01T01:00:00Z' },
      TARGET_ARN: { StringValue: arnOf('missing') },
    });
    expect(scheduler.list()).toEqual([]);
  });

  it('is given up once the call is too old', async () => {
    const { create, pass, messages, target, arnOf } = await openTrial();
    const failing = {
      ...target('missing'),
      RetryPolicy: { MaximumEventAgeInSeconds: 60 },
      DeadLetterConfig: { Arn: arnOf('dead') },
    };
    await create({ ScheduleExpression: 'at(2026-01-01T01:00:00)', Target: failing });
    await pass(hour);
    for (let seconds = 0; seconds < 60; seconds += 1) await pass(1);
    const [dead] = messages('dead');
    expect(dead?.attributes.EXHAUSTED_RETRY_CONDITION).toMatchObject({ StringValue: 'MaximumEventAgeInSeconds' });
  });

  it('is a function that there is none of, too', async () => {
    const { create, pass, reports, target } = await openTrial();
    const Arn = 'arn:aws:lambda:us-east-1:000000000000:function:missing';
    const RetryPolicy = { MaximumRetryAttempts: 0 };
    await create({
      ScheduleExpression: 'at(2026-01-01T01:00:00)',
      Target: { ...target(), Arn, Input: '{}', RetryPolicy },
    });
    await pass(hour);
    expect(reports).toMatchObject([{ kind: 'dead', error: { message: 'there is no function missing' } }]);
  });
});
