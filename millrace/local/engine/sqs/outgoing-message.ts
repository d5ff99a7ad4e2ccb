import { createHash } from 'node:crypto';
import type { MessageContent } from './message.ts';
import { attributesBytes, readMessageAttributes, readTraceHeader } from './message-attributes.ts';
import { isMessageText } from './message-text.ts';
import type { Queue } from './queue.ts';
import { type Fields, optionalInteger, optionalText, requiredText } from './request-fields.ts';
import { invalidParameter, SqsError } from './sqs-error.ts';

/** A message as its sender gave it, checked. */
export type OutgoingMessage = Pick<
  MessageContent,
  'body' | 'bodyMd5' | 'attributes' | 'traceHeader' | 'groupId' | 'deduplicationId'
> & { readonly delaySeconds: number };

const LONGEST_DELAY_SECONDS = 900;
const ID = /^[\x21-\x7e]{1,128}$/;

export function readOutgoingMessage(queue: Queue, input: Fields): OutgoingMessage {
  const body = requiredText(input, 'MessageBody');
  if (!isMessageText(body))
    throw new SqsError(
      'InvalidMessageContents',
      'Invalid characters found: #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF are allowed.',
    );
  const attributes = readMessageAttributes(input);
  const maxBytes = Number(queue.attributes.MaximumMessageSize);
  if (Buffer.byteLength(body) + attributesBytes(attributes) > maxBytes)
    throw new SqsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxBytes} bytes.`,
    );
  return {
    body,
    bodyMd5: createHash('md5').update(body).digest('hex'),
    attributes,
    traceHeader: readTraceHeader(input),
    groupId: readGroupId(queue, input),
    deduplicationId: readDeduplicationId(queue, input, body),
    delaySeconds: readDelay(queue, input),
  };
}

/** What counts towards the limit of a batch, of any entry: checked before the entry itself is. */
export function outgoingBytes(input: Fields): number {
  const body = typeof input.MessageBody === 'string' ? Buffer.byteLength(input.MessageBody) : 0;
  return body + attributesBytes(readMessageAttributes(input));
}

function readGroupId(queue: Queue, input: Fields) {
  const groupId = optionalText(input, 'MessageGroupId');
  if (groupId === undefined) {
    if (queue.fifo) throw new SqsError('MissingParameter', 'The request must contain the parameter MessageGroupId.');
    return undefined;
  }
  if (!ID.test(groupId))
    throw invalidParameter('MessageGroupId', groupId, 'Must be 1 to 128 letters, digits or punctuation.');
  return groupId;
}

function readDeduplicationId(queue: Queue, input: Fields, body: string) {
  const given = optionalText(input, 'MessageDeduplicationId');
  if (!queue.fifo) {
    if (given === undefined) return undefined;
    throw invalidParameter(
      'MessageDeduplicationId',
      given,
      'The request include parameter that is not valid for this queue type.',
    );
  }
  if (given !== undefined) {
    if (ID.test(given)) return given;
    throw invalidParameter('MessageDeduplicationId', given, 'Must be 1 to 128 letters, digits or punctuation.');
  }
  if (queue.attributes.ContentBasedDeduplication === 'true') return createHash('sha256').update(body).digest('hex');
  throw new SqsError(
    'InvalidParameterValue',
    'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly.',
  );
}

function readDelay(queue: Queue, input: Fields) {
  const own = optionalInteger(input, 'DelaySeconds', [0, LONGEST_DELAY_SECONDS]);
  if (own && queue.fifo)
    throw invalidParameter('DelaySeconds', own, 'The request include parameter that is not valid for this queue type.');
  return own === undefined || queue.fifo ? Number(queue.attributes.DelaySeconds) : own;
}
