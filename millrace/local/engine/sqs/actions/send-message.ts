import { acceptMessage } from '../accept-message.ts';
import { attributesMd5, traceHeaderAttributes } from '../message-attributes.ts';
import { readOutgoingMessage } from '../outgoing-message.ts';
import type { Queue } from '../queue.ts';
import type { Fields } from '../request-fields.ts';
import { queueOf, type SqsAction, type SqsState } from '../sqs-state.ts';

export const sendMessage: SqsAction = (sqs, input) => sendOne(sqs, queueOf(sqs, input), input);

export function sendOne(sqs: SqsState, queue: Queue, input: Fields): object {
  const outgoing = readOutgoingMessage(queue, input);
  const accepted = acceptMessage(sqs, queue, outgoing);
  return {
    MessageId: accepted.messageId,
    MD5OfMessageBody: outgoing.bodyMd5,
    MD5OfMessageAttributes: attributesMd5(outgoing.attributes),
    MD5OfMessageSystemAttributes: attributesMd5(traceHeaderAttributes(outgoing.traceHeader)),
    SequenceNumber: queue.fifo ? accepted.sequenceNumber : undefined,
  };
}
