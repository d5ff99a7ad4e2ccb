import { CreateScheduleCommand, type CreateScheduleCommandInput, SchedulerClient } from '@aws-sdk/client-scheduler';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import { startEngine } from '../../../millrace/local/engine/start-engine.ts';
import type { CallReport } from '../../../millrace/local/scheduler/delivery-line.ts';
import { createSchedulerTargets } from '../../../millrace/local/scheduler/scheduler-targets.ts';
import { startScheduler } from '../../../millrace/local/scheduler/start-scheduler.ts';
import { serviceClients } from '../../../millrace/local/service-clients.ts';
import { localAccount } from '../../../millrace/local/template/local-account.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';

type Asked = Partial<CreateScheduleCommandInput> & { readonly ScheduleExpression: string };

const arnOf = (queueName: string) => `arn:aws:sqs:us-east-1:000000000000:${queueName}`;

/** A scheduler, and queues `work` and `dead`, on one clock that begins on Thursday, 1 January 2026, at midnight in UTC. */
export async function openTrial() {
  const clock = createVirtualClock();
  const engine = await startEngine({ clock });
  const { sqs, ...clients } = serviceClients({ sqs: engine.endpoint, dynamodb: engine.endpoint });
  for (const QueueName of ['work', 'dead']) await sqs.send(new CreateQueueCommand({ QueueName }));
  const invoked: { functionName: string; event: unknown }[] = [];
  const reports: CallReport[] = [];
  let ids = 0;
  const scheduler = await startScheduler({
    clock,
    newId: () => `execution-${++ids}`,
    targets: createSchedulerTargets({
      sqs,
      invoke: (functionName, event) => {
        if (functionName === 'missing') throw new Error('there is no function missing');
        invoked.push({ functionName, event });
      },
    }),
    report: (report) => reports.push(report),
  });
  const client = new SchedulerClient({
    ...{ endpoint: scheduler.endpoint, region: localAccount.region, credentials: localAccount },
    maxAttempts: 1,
  });
  onTestFinished(async () => {
    client.destroy();
    clients.destroy();
    await scheduler.stop();
    await engine.stop();
  });
  const pass = async (seconds: number) => {
    engine.advance(seconds);
    await scheduler.idle();
  };
  const target = (queueName = 'work', Input = '<aws.scheduler.scheduled-time>') => ({
    Arn: arnOf(queueName),
    RoleArn: 'arn:aws:iam::000000000000:role/any',
    Input,
  });
  return {
    ...{ clock, scheduler, client, invoked, reports, target, pass, arnOf },
    create: async (asked: Asked, name = 'one') => {
      const usual = { Name: name, FlexibleTimeWindow: { Mode: 'OFF' as const }, Target: target() };
      return await client.send(new CreateScheduleCommand({ ...usual, ...asked }));
    },
    bodies: (queueName = 'work') => engine.sqs.messages(queueName).map(({ body }) => body),
    messages: (queueName: string) => engine.sqs.messages(queueName),
    makeQueue: (QueueName: string) => sqs.send(new CreateQueueCommand({ QueueName })),
  };
}
