import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { scheduleName } from '../definition/schedule-names.ts';
import { scheduledMessage } from '../definition/scheduled-message.ts';
import type { Deployment } from './deployment.ts';
import type { JobQueues } from './job-queues.ts';
import { recurringSchedule } from './recurring-schedule.ts';
import type { Scheduling } from './scheduling.ts';

interface JobSchedulesProps {
  readonly job: JobDefinition;
  readonly queues: JobQueues;
  readonly scheduling: Scheduling;
}

/** A job's schedules, straight to its queues, and the one role by which they send. */
export class JobSchedules extends Construct {
  constructor(scope: Construct, id: string, { app, stage }: Deployment, props: JobSchedulesProps) {
    super(scope, id);
    const { job, queues, scheduling } = props;
    const role = scheduling.role(this, 'Role', {
      description: `Sends ${job.type} jobs by schedule`,
      action: 'sqs:SendMessage',
      targetArns: queues.sourceArns,
    });
    for (const schedule of job.schedules) {
      recurringSchedule(this, schedule.name, scheduling, {
        name: scheduleName(scheduling.groupName, job.type, schedule.name),
        description: `Sends ${job.type}: ${schedule.name}`,
        expression: schedule.expression,
        timeZone: schedule.timeZone,
        targetArn: queues.ofPriority(schedule.priority).queueArn,
        role,
        input: scheduledMessage(job, schedule, { app, stage: stage.name }),
      });
    }
  }
}
