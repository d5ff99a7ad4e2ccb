import type { JobDefinition } from '../definition/job-definition.ts';

/** One kind of alarm that every job gets. Metrics are SQS's own, one value a minute. */
export interface AlarmKind {
  /** Ends the alarm's name and names its runbook. */
  readonly id: 'depth' | 'oldest-age' | 'dead-letters';
  readonly queue: 'source' | 'dead-letter';
  readonly metric: 'ApproximateNumberOfMessagesVisible' | 'ApproximateAgeOfOldestMessage';
  /** Goes off at this value and above. */
  readonly threshold: (job: JobDefinition) => number;
  /** Minutes in a row that must reach the threshold. */
  readonly minutes: number;
  /** What is so, in words that follow the job's type and a colon. */
  readonly meaning: (job: JobDefinition) => string;
}

export const alarmKinds: readonly AlarmKind[] = [
  {
    id: 'depth',
    queue: 'source',
    metric: 'ApproximateNumberOfMessagesVisible',
    threshold: (job) => job.timing.alarms.depth,
    // A burst that is worked off within minutes is what a queue is for.
    minutes: 5,
    meaning: (job) => `${job.timing.alarms.depth} or more jobs wait, since more arrive than are worked off`,
  },
  {
    id: 'oldest-age',
    queue: 'source',
    metric: 'ApproximateAgeOfOldestMessage',
    threshold: (job) => job.timing.alarms.oldestAgeSeconds,
    minutes: 5,
    meaning: (job) => `the oldest job has waited ${job.timing.alarms.oldestAgeSeconds} s or longer`,
  },
  {
    id: 'dead-letters',
    queue: 'dead-letter',
    // Visible alone: messages that an operator is just reading are in flight, and automatic moves count as sent nowhere.
    metric: 'ApproximateNumberOfMessagesVisible',
    threshold: () => 1,
    minutes: 1,
    meaning: () => 'at least one job is dead and stays so until a person acts',
  },
];

/** The one alarm that a deployment has beside those of its jobs. */
export const schedulesAlarm = {
  id: 'schedules',
  meaning: 'EventBridge Scheduler could not deliver what was due, a job or a call, and has given up',
} as const;

export function schedulesAlarmName(app: string, stage: string): string {
  return `${app}-${stage}-${schedulesAlarm.id}`;
}

const RUNBOOKS = 'docs/runbooks';

/** Where the runbook of an alarm stands: in this folder of the project, or at the address that is given for it. */
export function runbookPath(kind: { readonly id: string }, folder: string = RUNBOOKS): string {
  return `${folder.replace(/\/+$/, '')}/${kind.id}.md`;
}
