import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import type { Owner } from '../definition/owners.ts';
import type { Bundle } from './bundle.ts';
import type { Deployment } from './deployment.ts';
import { JobAlarms } from './job-alarms.ts';
import { JobFunction } from './job-function.ts';
import { JobQueues } from './job-queues.ts';
import { JobSchedules } from './job-schedules.ts';
import type { JobsTable } from './jobs-table.ts';
import type { Scheduling } from './scheduling.ts';

interface MillraceJobProps {
  readonly job: JobDefinition;
  readonly owner: Owner;
  readonly bundle: Bundle;
  readonly records: JobsTable;
  readonly topic: ITopic;
  readonly scheduling: Scheduling;
}

/** Everything that one job needs: queues, consumer, alarms. */
export class MillraceJob extends Construct {
  readonly type: string;
  readonly definition: JobDefinition;
  readonly queues: JobQueues;
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, deployment: Deployment, props: MillraceJobProps) {
    super(scope, id);
    const { job, owner, bundle, records, topic, scheduling } = props;
    this.type = job.type;
    this.definition = job;
    this.queues = new JobQueues(this, 'Queues', deployment, job);
    this.function = new JobFunction(this, 'Function', deployment, { job, bundle, queues: this.queues, records }).lambda;
    new JobAlarms(this, 'Alarms', deployment, { job, owner, topic });
    if (job.schedules.length > 0) {
      new JobSchedules(this, 'Schedules', deployment, { job, queues: this.queues, scheduling });
    }
  }
}
