import type { JobDefinition } from './job-definition.ts';
import { jobStem } from './job-stem.ts';

/** A queue of a job and the queue of its dead. */
export interface QueuePair {
  /** Undefined where the job has one queue. */
  readonly priority: string | undefined;
  /** What both names begin with; its alarms' names, too. */
  readonly stem: string;
  readonly source: string;
  readonly deadLetter: string;
}

/** SQS takes a queue for FIFO by this ending, and refuses any other name. */
const FIFO = '.fifo';

/** The names of a job's queues: one pair, or one for each priority, the most urgent first. */
export function queuePairs(
  app: string,
  stage: string,
  job: Pick<JobDefinition, 'type' | 'orderedBy' | 'priorities'>,
): readonly [QueuePair, ...QueuePair[]] {
  const ending = job.orderedBy === undefined ? '' : FIFO;
  const pair = (priority?: string): QueuePair => {
    const stem = [app, stage, jobStem(job.type), ...(priority === undefined ? [] : [priority])].join('-');
    return { priority, stem, source: `${stem}${ending}`, deadLetter: `${stem}-dead${ending}` };
  };
  const [first, ...others] = job.priorities;
  return [pair(first), ...others.map(pair)];
}

/** The last part of a queue's URL and of its ARN. */
export function queueNameIn(urlOrArn: string): string {
  return urlOrArn.slice(Math.max(urlOrArn.lastIndexOf('/'), urlOrArn.lastIndexOf(':')) + 1);
}
