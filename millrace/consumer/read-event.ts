import type { SQSEvent, SQSMessageAttribute, SQSRecord } from 'aws-lambda';
import type { Delivery, MessageAttribute } from '../message/delivery.ts';

/** Reads Lambda's event, whose letter case and attribute shapes differ from the SDK's. */
export function readEvent(event: SQSEvent): readonly Delivery[] {
  return event.Records.map(readRecord);
}

function readRecord(record: SQSRecord): Delivery {
  const attributes = Object.entries(record.messageAttributes ?? {}).map(
    ([name, attribute]): [string, MessageAttribute] => [name, readAttribute(attribute)],
  );
  return {
    messageId: record.messageId,
    receiptHandle: record.receiptHandle,
    body: record.body,
    attributes: Object.fromEntries(attributes),
    receiveCount: Number(record.attributes.ApproximateReceiveCount),
    sentAtMs: Number(record.attributes.SentTimestamp),
    firstReceivedAtMs: Number(record.attributes.ApproximateFirstReceiveTimestamp),
    groupId: record.attributes.MessageGroupId,
    traceHeader: record.attributes.AWSTraceHeader,
  };
}

function readAttribute({ dataType, stringValue, binaryValue }: SQSMessageAttribute): MessageAttribute {
  if (dataType.startsWith('Binary')) return { dataType, binaryBase64: binaryValue ?? '' };
  return { dataType, stringValue: stringValue ?? '' };
}
