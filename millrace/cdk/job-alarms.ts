import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import type { Owner } from '../definition/owners.ts';
import { type QueuePair, queuePairs } from '../definition/queue-pairs.ts';
import { type AlarmKind, alarmKinds, runbookPath } from './alarm-kinds.ts';
import type { Deployment } from './deployment.ts';
import { ofPriority } from './of-priority.ts';

interface JobAlarmsProps {
  readonly job: JobDefinition;
  readonly owner: Owner;
  readonly topic: ITopic;
}

/** The alarms of one job: one for each alarm kind and each of its queues. */
export class JobAlarms extends Construct {
  constructor(scope: Construct, id: string, { app, stage, runbookUrl }: Deployment, props: JobAlarmsProps) {
    super(scope, id);
    const { job, owner, topic } = props;
    const action = new SnsAction(topic);
    for (const pair of queuePairs(app, stage.name, job)) {
      const ofPair = ofPriority(this, pair.priority);
      const what = pair.priority === undefined ? job.type : `${job.type}, priority ${pair.priority}`;
      for (const kind of alarmKinds) {
        const alarm = new Alarm(ofPair, kind.id, {
          alarmName: alarmName(pair, kind),
          alarmDescription: `${owner.team}, ${what}: ${kind.meaning(job)}. Runbook: ${runbookPath(kind, runbookUrl)}`,
          metric: queueMetric(pair, kind),
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
}

/** The names of a job's alarms. */
export function alarmNames({ app, stage }: Deployment, job: JobDefinition): string[] {
  return queuePairs(app, stage.name, job).flatMap((pair) => alarmKinds.map((kind) => alarmName(pair, kind)));
}

function alarmName({ stem }: QueuePair, kind: AlarmKind): string {
  return `${stem}-${kind.id}`;
}

function queueMetric({ source, deadLetter }: QueuePair, kind: AlarmKind): Metric {
  return new Metric({
    namespace: 'AWS/SQS',
    metricName: kind.metric,
    dimensionsMap: { QueueName: kind.queue === 'source' ? source : deadLetter },
    statistic: Stats.MAXIMUM,
    period: Duration.minutes(1),
  });
}
