import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { JobDefinition } from '../definition/job-definition.ts';
import type { Owner } from '../definition/owners.ts';
import { type QueuePair, queuePairs } from '../definition/queue-pairs.ts';
import { type AlarmKind, alarmKinds, runbookPath } from './alarm-kinds.ts';
import type { Deployment } from './deployment.ts';
import { ofPriority } from './of-priority.ts';
import { queueAlarm } from './queue-alarm.ts';

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
    for (const pair of queuePairs(app, stage.name, job)) {
      const ofPair = ofPriority(this, pair.priority);
      const what = pair.priority === undefined ? job.type : `${job.type}, priority ${pair.priority}`;
      for (const kind of alarmKinds) {
        queueAlarm(ofPair, kind.id, {
          alarmName: alarmName(pair, kind),
          alarmDescription: `${owner.team}, ${what}: ${kind.meaning(job)}. Runbook: ${runbookPath(kind, runbookUrl)}`,
          queueName: kind.queue === 'source' ? pair.source : pair.deadLetter,
          metricName: kind.metric,
          threshold: kind.threshold(job),
          minutes: kind.minutes,
          topic,
        });
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
