import { readBatch, runBatch } from '../batch.ts';
import { outgoingBytes } from '../outgoing-message.ts';
import { SqsError } from '../sqs-error.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';
import { sendOne } from './send-message.ts';

const MOST_BYTES = 1_048_576;

export const sendMessageBatch: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  const bytes = readBatch(input).reduce((total, { fields }) => total + outgoingBytes(fields), 0);
  if (bytes > MOST_BYTES)
    throw new SqsError(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${MOST_BYTES} bytes. You have sent ${bytes} bytes.`,
    );
  return runBatch(input, (entry) => sendOne(sqs, queue, entry));
};
