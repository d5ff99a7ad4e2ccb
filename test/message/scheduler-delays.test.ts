import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startScheduler } from '../../millrace/local/scheduler/start-scheduler.ts';
import { localAccount } from '../../millrace/local/template/local-account.ts';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { delayName, wholeMinute } from '../../millrace/message/delayed-jobs.ts';
import { createSchedulerDelays } from '../../millrace/message/scheduler-delays.ts';

const message = {
  jobId: 'note.keep:n%2F1',
  queueArn: 'arn:aws-cn:sqs:cn-north-1:111122223333:shop-prod-note-keep',
  body: '{"data":{"noteId":"n/1"}}',
  dueAtMs: Date.UTC(2026, 0, 3),
};

/** The adapter over the real SDK, and a scheduler that keeps and fires. */
async function openTrial({ groups = ['shop-prod'] } = {}) {
  const sent: string[] = [];
  const clock = createVirtualClock();
  const scheduler = await startScheduler({
    clock,
    newId: () => 'execution',
    targets: {
      call: async ({ schedule }) => void sent.push(schedule.content.Target.Input ?? ''),
      park: async () => undefined,
    },
  });
  for (const group of groups) scheduler.createGroup(group);
  const client = new SchedulerClient({
    ...{ endpoint: scheduler.endpoint, region: localAccount.region, credentials: localAccount },
    maxAttempts: 1,
  });
  onTestFinished(async () => {
    client.destroy();
    await scheduler.stop();
  });
  return { clock, scheduler, client, sent, delays: createSchedulerDelays(client, { app: 'shop', stage: 'prod' }) };
}

describe('a delayed message', () => {
  it('is a one-time schedule in the deployment’s group, gone once it has fired', async () => {
    const { delays, client } = await openTrial();
    expect(await delays.create(message)).toBe(true);
    const Name = delayName(message.jobId);
    const { $metadata: _metadata, ...schedule } = await client.send(
      new GetScheduleCommand({ Name, GroupName: 'shop-prod' }),
    );
    expect(schedule).toMatchObject({
      ...{ Name, GroupName: 'shop-prod', Description: 'note.keep:n%2F1', State: 'ENABLED' },
      ...{ ScheduleExpression: 'at(2026-01-03T00:00:00)', ScheduleExpressionTimezone: 'UTC' },
      ...{ FlexibleTimeWindow: { Mode: 'OFF' }, ActionAfterCompletion: 'DELETE' },
      Target: {
        Arn: 'arn:aws-cn:sqs:cn-north-1:111122223333:shop-prod-note-keep',
        RoleArn: 'arn:aws-cn:iam::111122223333:role/shop-prod-cn-north-1-delays',
        Input: '{"data":{"noteId":"n/1"}}',
        DeadLetterConfig: { Arn: 'arn:aws-cn:sqs:cn-north-1:111122223333:shop-prod-schedules-dead' },
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      },
    });
    expect(schedule.Target).not.toHaveProperty('SqsParameters');
  });

  it('is found until it is due, and then no more', async () => {
    const { delays, clock, scheduler, sent } = await openTrial();
    await delays.create(message);
    expect(await delays.find(message.jobId)).toEqual({ body: message.body, dueAtMs: message.dueAtMs });
    clock.advance(2 * 86_400 - 1);
    await scheduler.idle();
    expect([sent, await delays.find(message.jobId)]).toEqual([[], expect.anything()]);
    clock.advance(1);
    await scheduler.idle();
    expect([sent, await delays.find(message.jobId)]).toEqual([[message.body], undefined]);
  });

  it('is one for each job: a second changes nothing', async () => {
    const { delays } = await openTrial();
    await delays.create(message);
    expect(await delays.create({ ...message, body: '{}', dueAtMs: message.dueAtMs + 60_000 })).toBe(false);
    expect(await delays.find(message.jobId)).toEqual({ body: message.body, dueAtMs: message.dueAtMs });
  });

  it('is deleted, and once more where there is none', async () => {
    const { delays } = await openTrial();
    await delays.create(message);
    await delays.delete(message.jobId);
    await delays.delete(message.jobId);
    expect(await delays.find(message.jobId)).toBeUndefined();
  });

  it('reaches its queue as it is, though it speaks of what EventBridge Scheduler replaces', async () => {
    const { delays, clock, scheduler, sent } = await openTrial();
    const data = { text: '<aws.scheduler.scheduled-time> & <aws.scheduler.execution-id> < 1' };
    await delays.create({ ...message, body: JSON.stringify({ data }) });
    clock.advance(2 * 86_400);
    await scheduler.idle();
    expect(sent[0]).not.toContain('<aws.scheduler.');
    expect(JSON.parse(sent[0] ?? '')).toEqual({ data });
  });

  it('is not put off where the stack has no group yet, and that is told', async () => {
    const { delays } = await openTrial({ groups: [] });
    await expect(delays.create(message)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Schedule group shop-prod does not exist.',
    });
  });
});

describe('the name of a delayed job', () => {
  it('is a hash of its id, which a schedule may be named whatever is in the id', () => {
    expect(delayName('note.keep:n%2F1')).toMatch(/^[0-9a-f]{64}$/);
    expect(delayName('note.keep:n%2F1')).not.toBe(delayName('note.keep:n%2F2'));
    expect(delayName(`note.keep:${'x'.repeat(512)}`)).toHaveLength(64);
  });
});

describe('a whole minute', () => {
  it.each([
    ['00:00:00.000', '00:00:00.000'],
    ['00:00:00.001', '00:01:00.000'],
    ['00:00:59.999', '00:01:00.000'],
    ['00:01:00.000', '00:01:00.000'],
  ])('of %s is %s', (given, whole) => {
    const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
    expect(wholeMinute(at(given))).toBe(at(whole));
  });
});
