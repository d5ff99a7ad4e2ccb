import { textList } from '../request-fields.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const untagQueue: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  for (const key of textList(input, 'TagKeys')) queue.tags.delete(key);
  return {};
};
