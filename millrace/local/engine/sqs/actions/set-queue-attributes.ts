import { changeQueueAttributes } from '../queue-attributes.ts';
import { textMap } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';
import { checkPolicies } from './create-queue.ts';

export const setQueueAttributes: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  const changes = textMap(input, 'Attributes');
  if (changes.FifoQueue !== undefined && changes.FifoQueue !== queue.attributes.FifoQueue)
    throw new SqsError('InvalidAttributeValue', 'The type of a queue cannot be changed.');
  const attributes = changeQueueAttributes(queue.attributes, changes, queue.fifo);
  // Only what is asked for now: a dead-letter queue deleted since must not stop other changes.
  checkPolicies(sqs, queue.name, changes);
  queue.configure(attributes);
  return {};
};
