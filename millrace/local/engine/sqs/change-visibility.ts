import type { Queue } from './queue.ts';
import { readReceiptHandle } from './receipt-handle.ts';
import { type Fields, requiredInteger, requiredText } from './request-fields.ts';
import { invalidParameter, SqsError } from './sqs-error.ts';
import type { SqsState } from './sqs-state.ts';

/** Counted from the receive; changing the visibility doesn't start it anew. */
const LONGEST_SECONDS = 43_200;

/** Hides a message in flight until so many seconds from now; only the latest handle of a live lease can. */
export function changeVisibility(sqs: SqsState, queue: Queue, input: Fields): object {
  const handle = requiredText(input, 'ReceiptHandle');
  const seconds = requiredInteger(input, 'VisibilityTimeout', [0, LONGEST_SECONDS]);
  const { message, latest } = readReceiptHandle(queue, handle);
  if (!message || !latest)
    throw invalidParameter(
      'ReceiptHandle',
      handle,
      'Message does not exist or is not available for visibility timeout change.',
    );
  if (queue.messages.stateOf(message) !== 'in flight')
    throw new SqsError('MessageNotInflight', 'The message referred to is not in flight.');
  if (sqs.clock.now() + seconds * 1000 > message.lastReceivedAtMs + LONGEST_SECONDS * 1000)
    throw invalidParameter(
      'VisibilityTimeout',
      seconds,
      `Total VisibilityTimeout for the message is beyond the limit [${LONGEST_SECONDS} seconds].`,
    );
  queue.messages.lease(message, seconds);
  queue.polls.wake();
  return {};
}
