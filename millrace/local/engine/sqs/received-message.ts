import type { Message, MessageAttribute } from './message.ts';
import { attributesMd5, selectAttributes } from './message-attributes.ts';
import type { Queue } from './queue.ts';
import { receiptHandle } from './receipt-handle.ts';
import { sequenceNumber } from './sequence-number.ts';
import { SqsError } from './sqs-error.ts';

/** A message as a receive returns it. */
export interface ReceivedMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<Record<string, MessageAttribute>>;
  readonly MD5OfMessageAttributes?: string | undefined;
}

const SYSTEM_ATTRIBUTES: Readonly<Record<string, (message: Message, queue: Queue) => string | undefined>> = {
  SenderId: () => '000000000000',
  SentTimestamp: (message) => String(message.sentAtMs),
  ApproximateReceiveCount: (message) => String(message.receiveCount),
  ApproximateFirstReceiveTimestamp: (message) => String(message.firstReceivedAtMs),
  SequenceNumber: (message, queue) => (queue.fifo ? sequenceNumber(message.sequence) : undefined),
  MessageDeduplicationId: (message) => message.deduplicationId,
  MessageGroupId: (message) => message.groupId,
  AWSTraceHeader: (message) => message.traceHeader,
  DeadLetterQueueSourceArn: (message) => message.deadLetterSourceArn,
};

/** The names of system attributes to return, `All` spelt out. */
export function systemAttributeNames(wanted: readonly string[]): string[] {
  const unknown = wanted.find((name) => name !== 'All' && !Object.hasOwn(SYSTEM_ATTRIBUTES, name));
  if (unknown) throw new SqsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  return wanted.includes('All') ? Object.keys(SYSTEM_ATTRIBUTES) : [...wanted];
}

export interface WantedAttributes {
  readonly systemAttributes: readonly string[];
  readonly messageAttributes: readonly string[];
}

export function describeReceived(queue: Queue, message: Message, wanted: WantedAttributes): ReceivedMessage {
  const system: Record<string, string> = {};
  for (const name of wanted.systemAttributes) {
    const value = SYSTEM_ATTRIBUTES[name]?.(message, queue);
    if (value !== undefined) system[name] = value;
  }
  const attributes = selectAttributes(message.attributes, wanted.messageAttributes);
  const md5 = attributesMd5(attributes);
  return {
    MessageId: message.messageId,
    ReceiptHandle: receiptHandle(queue, message),
    Body: message.body,
    MD5OfBody: message.bodyMd5,
    ...(wanted.systemAttributes.length > 0 && { Attributes: system }),
    ...(md5 !== undefined && { MessageAttributes: attributes, MD5OfMessageAttributes: md5 }),
  };
}
