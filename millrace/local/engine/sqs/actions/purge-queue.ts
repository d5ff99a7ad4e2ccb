import { SqsError } from '../sqs-error.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

const PAUSE_SECONDS = 60;

export const purgeQueue: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  const now = sqs.clock.now();
  if (queue.purgedAtMs !== undefined && now < queue.purgedAtMs + PAUSE_SECONDS * 1000)
    throw new SqsError(
      'PurgeQueueInProgress',
      `Only one PurgeQueue operation on ${queue.name} is allowed every ${PAUSE_SECONDS} seconds.`,
    );
  queue.purgedAtMs = now;
  queue.messages.clear();
  return {};
};
