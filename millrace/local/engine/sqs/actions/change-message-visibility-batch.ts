import { runBatch } from '../batch.ts';
import { changeVisibility } from '../change-visibility.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const changeMessageVisibilityBatch: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  return runBatch(input, (entry) => changeVisibility(sqs, queue, entry));
};
