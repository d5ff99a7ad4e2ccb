import type { SQSEvent } from 'aws-lambda';
import { queueNameIn } from '../definition/queue-pairs.ts';
import type { QueueUrls } from './invocation.ts';

/**
 * The queue that a batch came from, by the ARN on its messages: Lambda fills a batch from one queue. A job's only queue
 * is taken unseen.
 * @throws for a batch of a queue that this consumer was not told of: its messages could be neither hidden nor parked.
 */
export function queueOf({ Records: [first] }: SQSEvent, queues: readonly QueueUrls[]): QueueUrls {
  const arn = first?.eventSourceARN ?? '';
  const [only, ...others] = queues;
  const found = others.length === 0 ? only : queues.find(({ queueUrl }) => queueNameIn(queueUrl) === queueNameIn(arn));
  if (found !== undefined) return found;
  const known = queues.map(({ queueUrl }) => queueNameIn(queueUrl)).join(', ');
  throw new Error(`a batch of ${arn} came to the consumer of ${known}: deploy its stack again`);
}
