import type { Catalogue } from '../../definition/catalogue.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { deadLetterQueueName, queueName } from '../../definition/job-stem.ts';
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
  close(): void;
}

/** A job's queue and its dead-letter queue. */
export async function queueUrls(stack: Stack, job: JobDefinition): Promise<{ source: string; deadLetter: string }> {
  const [source, deadLetter] = await Promise.all([
    stack.queues.url(queueName(stack.app, stack.stage, job.type)),
    stack.queues.url(deadLetterQueueName(stack.app, stack.stage, job.type)),
  ]);
  return { source, deadLetter };
}
