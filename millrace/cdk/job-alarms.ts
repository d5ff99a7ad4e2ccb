import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import { deadLetterQueueName, queueName } from '../definition/job-stem.ts';
import type { Owner } from '../definition/owners.ts';
import { type AlarmKind, alarmKinds, runbookPath } from './alarm-kinds.ts';
import type { Deployment } from './deployment.ts';

interface JobAlarmsProps {
  readonly job: JobDefinition;
  readonly owner: Owner;
  readonly topic: ITopic;
}

/** The alarms of one job, one for each alarm kind. */
export class JobAlarms extends Construct {
  constructor(scope: Construct, id: string, deployment: Deployment, { job, owner, topic }: JobAlarmsProps) {
    super(scope, id);
    const action = new SnsAction(topic);
    for (const kind of alarmKinds) {
      const alarm = new Alarm(this, kind.id, {
        alarmName: alarmName(deployment, job, kind),
        alarmDescription: `${owner.team}, ${job.type}: ${kind.meaning(job)}. Runbook: ${runbookPath(kind, deployment.runbookUrl)}`,
        metric: queueMetric(deployment, job, kind),
        threshold: kind.threshold(job),
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: kind.minutes,
        datapointsToAlarm: kind.minutes,
        // A queue idle for six hours sends no data at all.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

export function alarmName({ app, stage }: Deployment, job: JobDefinition, kind: AlarmKind): string {
  return `${queueName(app, stage.name, job.type)}-${kind.id}`;
}

function queueMetric({ app, stage }: Deployment, job: JobDefinition, kind: AlarmKind): Metric {
  const nameOf = kind.queue === 'source' ? queueName : deadLetterQueueName;
  return new Metric({
    namespace: 'AWS/SQS',
    metricName: kind.metric,
    dimensionsMap: { QueueName: nameOf(app, stage.name, job.type) },
    statistic: Stats.MAXIMUM,
    period: Duration.minutes(1),
  });
}
