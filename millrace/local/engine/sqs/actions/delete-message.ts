import { deleteByReceipt } from '../delete-by-receipt.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const deleteMessage: SqsAction = (sqs, input) => deleteByReceipt(queueOf(sqs, input), input);
