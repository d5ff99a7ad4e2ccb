import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { AlarmKind } from './alarm-kinds.ts';

interface QueueAlarmProps {
  readonly alarmName: string;
  readonly alarmDescription: string;
  readonly queueName: string;
  readonly metricName: AlarmKind['metric'];
  readonly threshold: number;
  /** So long it has to be reached. */
  readonly minutes: number;
  readonly topic: ITopic;
}

/** Goes off when a queue's metric reaches a threshold, and tells the topic of that, and of its end. */
export function queueAlarm(scope: Construct, id: string, props: QueueAlarmProps): void {
  const { alarmName, alarmDescription, queueName, metricName, threshold, minutes, topic } = props;
  const alarm = new Alarm(scope, id, {
    alarmName,
    alarmDescription,
    metric: new Metric({
      namespace: 'AWS/SQS',
      metricName,
      dimensionsMap: { QueueName: queueName },
      statistic: Stats.MAXIMUM,
      period: Duration.minutes(1),
    }),
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: minutes,
    datapointsToAlarm: minutes,
    // A queue idle for six hours sends no data at all.
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
}
