import { runBatch } from '../batch.ts';
import { deleteByReceipt } from '../delete-by-receipt.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const deleteMessageBatch: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  return runBatch(input, (entry) => deleteByReceipt(queue, entry));
};
