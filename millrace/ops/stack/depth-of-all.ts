import type { QueueDepth } from '../../message/queue.ts';
import type { Stack } from './stack.ts';

/** SQS's own counts over several queues of a job. */
export async function depthOfAll({ queues }: Pick<Stack, 'queues'>, queueUrls: readonly string[]): Promise<QueueDepth> {
  const depths = await Promise.all(queueUrls.map((queueUrl) => queues.depth(queueUrl)));
  return depths.reduce((one, other) => ({
    waiting: one.waiting + other.waiting,
    inFlight: one.inFlight + other.inFlight,
    delayed: one.delayed + other.delayed,
  }));
}
