import { textMap } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

const MOST_TAGS = 50;

export const tagQueue: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  const tags = new Map([...queue.tags, ...Object.entries(textMap(input, 'Tags'))]);
  if (tags.size > MOST_TAGS)
    throw new SqsError('InvalidParameterValue', `Too many tags: a queue has at most ${MOST_TAGS}.`);
  for (const [key, value] of tags) queue.tags.set(key, value);
  return {};
};
