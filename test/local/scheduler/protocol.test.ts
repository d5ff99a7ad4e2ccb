import {
  ConflictException,
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { describe, expect, it } from 'vitest';
import { openTrial } from './scheduler-trial.ts';

const hourly = { ScheduleExpression: 'rate(1 hour)', FlexibleTimeWindow: { Mode: 'OFF' as const } };

describe('a schedule', () => {
  it('is told as it was made, with what it gets by default', async () => {
    const { create, client, target } = await openTrial();
    const { ScheduleArn } = await create({ ScheduleExpression: 'cron(0 3 * * ? *)' });
    expect(ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/default/one');
    const { $metadata: _metadata, ...told } = await client.send(new GetScheduleCommand({ Name: 'one' }));
    expect(told).toEqual({
      ...{ Arn: ScheduleArn, Name: 'one', GroupName: 'default', State: 'ENABLED', ActionAfterCompletion: 'NONE' },
      ...{ ScheduleExpression: 'cron(0 3 * * ? *)', ScheduleExpressionTimezone: 'UTC' },
      FlexibleTimeWindow: { Mode: 'OFF' },
      CreationDate: new Date('2026-01-01T00:00:00Z'),
      LastModificationDate: new Date('2026-01-01T00:00:00Z'),
      Target: { ...target(), RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 } },
    });
  });

  it('is made once of a name in its group', async () => {
    const { create, client } = await openTrial();
    await create(hourly);
    await expect(create(hourly)).rejects.toBeInstanceOf(ConflictException);
    await client.send(new CreateScheduleGroupCommand({ Name: 'shop-dev' }));
    await expect(create({ ...hourly, GroupName: 'shop-dev' })).resolves.toMatchObject({
      ScheduleArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/shop-dev/one',
    });
  });

  it('is the same where the same request comes again', async () => {
    const { create } = await openTrial();
    const first = await create({ ...hourly, ClientToken: 't-1' });
    expect((await create({ ...hourly, ClientToken: 't-1' })).ScheduleArn).toBe(first.ScheduleArn);
    await expect(create({ ...hourly, ClientToken: 't-2' })).rejects.toBeInstanceOf(ConflictException);
  });

  it('is changed as a whole', async () => {
    const { client, create, pass, bodies, target } = await openTrial();
    await create({ ScheduleExpression: 'cron(0 3 * * ? *)', Description: 'nightly' });
    const changed = { Name: 'one', ...hourly, Target: target('work', 'hourly') };
    await client.send(new UpdateScheduleCommand({ ...changed, ScheduleExpression: 'cron(0 4 * * ? *)' }));
    await pass(5 * 3_600);
    expect(bodies()).toEqual(['hourly']);
    expect(await client.send(new GetScheduleCommand({ Name: 'one' }))).not.toHaveProperty('Description');
  });

  it('that is deleted is gone, and fires no more', async () => {
    const { client, create, pass, bodies } = await openTrial();
    await create({ ScheduleExpression: 'cron(0 3 * * ? *)' });
    await client.send(new DeleteScheduleCommand({ Name: 'one' }));
    await pass(24 * 3_600);
    expect(bodies()).toEqual([]);
  });

  it('that does not exist is told so by whatever asks for it', async () => {
    const { client, target } = await openTrial();
    const commands = [
      new GetScheduleCommand({ Name: 'none' }),
      new DeleteScheduleCommand({ Name: 'none' }),
      new UpdateScheduleCommand({ Name: 'none', ...hourly, Target: target() }),
      new CreateScheduleCommand({ Name: 'one', GroupName: 'none', ...hourly, Target: target() }),
    ] as const;
    for (const command of commands) {
      // One client sends each kind; the overloads of `send` want them one by one.
      await expect(client.send(command as GetScheduleCommand)).rejects.toBeInstanceOf(ResourceNotFoundException);
    }
    await expect(client.send(new GetScheduleGroupCommand({ Name: 'none' }))).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    );
  });
});

describe('schedules', () => {
  it('are listed by group, by the beginning of their names and by their state, page by page', async () => {
    const { client, create } = await openTrial();
    await client.send(new CreateScheduleGroupCommand({ Name: 'shop-dev' }));
    for (const name of ['a-1', 'a-2', 'b-1']) await create({ ...hourly, GroupName: 'shop-dev' }, name);
    await create({ ...hourly, State: 'DISABLED' }, 'a-9');
    const names = async (asked: object) => {
      const { Schedules = [], NextToken } = await client.send(new ListSchedulesCommand(asked));
      return { names: Schedules.map(({ Name }) => Name), NextToken };
    };
    expect((await names({})).names).toEqual(['a-9', 'a-1', 'a-2', 'b-1']);
    expect((await names({ GroupName: 'shop-dev', NamePrefix: 'a' })).names).toEqual(['a-1', 'a-2']);
    expect((await names({ State: 'DISABLED' })).names).toEqual(['a-9']);
    const first = await names({ GroupName: 'shop-dev', MaxResults: 2 });
    expect(first.names).toEqual(['a-1', 'a-2']);
    const second = await names({ GroupName: 'shop-dev', MaxResults: 2, NextToken: first.NextToken });
    expect(second).toEqual({ names: ['b-1'], NextToken: undefined });
  });
});

describe('a group', () => {
  it('is made once of a name, and told', async () => {
    const { client } = await openTrial();
    const Arn = 'arn:aws:scheduler:us-east-1:000000000000:schedule-group/shop-dev';
    const make = () => client.send(new CreateScheduleGroupCommand({ Name: 'shop-dev' }));
    expect((await make()).ScheduleGroupArn).toBe(Arn);
    await expect(make()).rejects.toBeInstanceOf(ConflictException);
    expect(await client.send(new GetScheduleGroupCommand({ Name: 'shop-dev' }))).toMatchObject({
      ...{ Arn, Name: 'shop-dev', State: 'ACTIVE', CreationDate: new Date('2026-01-01T00:00:00Z') },
    });
  });
});

describe('a request that EventBridge Scheduler would refuse', () => {
  it.each([
    ['an expression that is none', { ScheduleExpression: 'cron(0 3 * * * *)' }],
    ['a zone that is none', { ScheduleExpressionTimezone: 'Europe/Atlantis' }],
    ['a name with a blank', { Name: 'one two' }],
    ['a name of 65 characters', { Name: 'n'.repeat(65) }],
    ['a window without its minutes', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
    ['185 tries and one more', { Target: { RetryPolicy: { MaximumRetryAttempts: 186 } } }],
    ['an age of less than a minute', { Target: { RetryPolicy: { MaximumEventAgeInSeconds: 59 } } }],
    ['an input of more than 256 KiB', { Target: { Input: 'x'.repeat(262_145) } }],
    [
      'a FIFO queue for its dead',
      { Target: { DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:000000000000:d.fifo' } } },
    ],
    ['a FIFO queue without a group', { Target: { Arn: 'arn:aws:sqs:us-east-1:000000000000:work.fifo' } }],
    ['a group for a standard queue', { Target: { SqsParameters: { MessageGroupId: 'g' } } }],
    ['a target of another service', { Target: { Arn: 'arn:aws:sns:us-east-1:000000000000:topic' } }],
    ['a target without a role', { Target: { RoleArn: 'none' } }],
  ])('has %s', async (_what, wrong) => {
    const { client, target } = await openTrial();
    const { Target, ...rest }: { Target?: object; [field: string]: unknown } = wrong;
    const asked = { Name: 'one', ...hourly, ...rest, Target: { ...target(), ...Target } };
    const answer = client.send(new CreateScheduleCommand(asked));
    await expect(answer).rejects.toBeInstanceOf(ValidationException);
  });

  it('is no JSON, or of a path that nothing answers', async () => {
    const { scheduler } = await openTrial();
    const answers = await Promise.all([
      fetch(`${scheduler.endpoint}/schedules/one`, { method: 'POST', body: '{' }),
      fetch(`${scheduler.endpoint}/tags/any`),
    ]);
    expect(answers.map((answer) => [answer.status, answer.headers.get('x-amzn-errortype')])).toEqual([
      [400, 'ValidationException'],
      [400, 'ValidationException'],
    ]);
  });
});
