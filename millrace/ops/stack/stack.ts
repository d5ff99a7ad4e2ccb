import type { Catalogue } from '../../definition/catalogue.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { type QueuePair, queuePairs } from '../../definition/queue-pairs.ts';
import type { DelayedJobs } from '../../message/delayed-jobs.ts';
import type { Queues } from '../../message/queue.ts';
import type { RecordTable } from '../../record/record-table.ts';

/** One deployment of an app as the operator's verbs use it, in AWS or on this machine. */
export interface Stack {
  readonly app: string;
  readonly stage: string;
  /** For people: `the local run`, `shop-prod in eu-west-1`. */
  readonly place: string;
  /** What changes a production stage has to be confirmed explicitly. */
  readonly isProduction: boolean;
  readonly catalogue: Catalogue;
  readonly queues: Queues;
  readonly records: RecordTable;
  readonly delays: DelayedJobs;
  close(): void;
}

/** One of a job's queues with its dead-letter queue, found. */
export interface FoundPair {
  readonly priority: string | undefined;
  readonly source: string;
  readonly deadLetter: string;
}

/** The URLs of a job's queues: one pair, or one for each priority, the most urgent first; of one priority where asked. */
export async function queueUrls(
  stack: Stack,
  job: JobDefinition,
  priority?: string,
): Promise<readonly [FoundPair, ...FoundPair[]]> {
  const find = async ({ priority, ...names }: QueuePair): Promise<FoundPair> => {
    const [source, deadLetter] = await Promise.all([
      stack.queues.url(names.source),
      stack.queues.url(names.deadLetter),
    ]);
    return { priority, source, deadLetter };
  };
  const [first, ...others] = queuePairs(stack.app, stack.stage, job);
  const chosen = priority === undefined ? undefined : [first, ...others].find((pair) => pair.priority === priority);
  if (chosen) return [await find(chosen)];
  const [found, ...rest] = await Promise.all([find(first), ...others.map(find)]);
  return [found, ...rest];
}
