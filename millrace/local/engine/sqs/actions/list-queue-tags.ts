import { queueOf, type SqsAction } from '../sqs-state.ts';

export const listQueueTags: SqsAction = (sqs, input) => {
  const { tags } = queueOf(sqs, input);
  return tags.size > 0 ? { Tags: Object.fromEntries(tags) } : {};
};
