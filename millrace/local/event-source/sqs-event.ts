import { Buffer } from 'node:buffer';
import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttribute, SQSRecord, SQSRecordAttributes } from 'aws-lambda';

/** The queue's ARN and region, as each record states them. */
export interface RecordOrigin {
  readonly queueArn: string;
  readonly region: string;
}

/** The event that Lambda makes of received messages: its field names, its lower-case attributes, bodies unchanged. */
export function sqsEvent(messages: readonly Message[], origin: RecordOrigin): SQSEvent {
  return { Records: messages.map((message) => sqsRecord(message, origin)) };
}

function sqsRecord(message: Message, { queueArn, region }: RecordOrigin): SQSRecord {
  const { MessageId = '', ReceiptHandle = '', Body = '', MD5OfBody = '', MD5OfMessageAttributes } = message;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    // The engine sends the system attributes that every receive asks for; the cast states that.
    attributes: { ...message.Attributes } as unknown as SQSRecordAttributes,
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, recordAttribute(value)]),
    ),
    md5OfBody: MD5OfBody,
    ...(MD5OfMessageAttributes === undefined ? {} : { md5OfMessageAttributes: MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}

function recordAttribute({
  StringValue,
  BinaryValue,
  DataType = 'String',
}: MessageAttributeValue): SQSMessageAttribute {
  return {
    ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    ...(BinaryValue === undefined ? {} : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType,
  };
}
