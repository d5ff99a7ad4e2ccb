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
    meaning: (job) => `${job.timing.alarms.depth} or more ${job.type} jobs wait: more arrive than are worked off`,
  },
  {
    id: 'oldest-age',
    queue: 'source',
    metric: 'ApproximateAgeOfOldestMessage',
    threshold: (job) => job.timing.alarms.oldestAgeSeconds,
    minutes: 5,
    meaning: (job) => `a ${job.type} job has waited ${job.timing.alarms.oldestAgeSeconds} s or longer`,
  },
  {
    id: 'dead-letters',
    queue: 'dead-letter',
    // Visible alone: messages that an operator is just reading are in flight, and automatic moves count as sent nowhere.
    metric: 'ApproximateNumberOfMessagesVisible',
    threshold: () => 1,
    minutes: 1,
    meaning: (job) => `at least one ${job.type} job is dead and stays so until a person acts`,
  },
];

export function runbookPath(kind: AlarmKind): string {
  return `docs/runbooks/${kind.id}.md`;
}
