import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { Delivery } from '../message/delivery.ts';

/** The event that Lambda makes of received messages. */
export function sqsEvent(deliveries: readonly Delivery[]): SQSEvent {
  return { Records: deliveries.map(sqsRecord) };
}

function sqsRecord(delivery: Delivery): SQSRecord {
  const attributes = Object.entries(delivery.attributes).map(([name, { dataType, stringValue, binaryBase64 }]) => [
    name,
    {
      dataType,
      ...(stringValue === undefined ? {} : { stringValue }),
      ...(binaryBase64 === undefined ? {} : { binaryValue: binaryBase64 }),
    },
  ]);
  return {
    messageId: delivery.messageId,
    receiptHandle: delivery.receiptHandle,
    body: delivery.body,
    attributes: {
      ApproximateReceiveCount: String(delivery.receiveCount),
      SentTimestamp: String(delivery.sentAtMs),
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: String(delivery.firstReceivedAtMs),
      ...(delivery.groupId === undefined ? {} : { MessageGroupId: delivery.groupId }),
      ...(delivery.traceHeader === undefined ? {} : { AWSTraceHeader: delivery.traceHeader }),
    },
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:test',
    awsRegion: 'us-east-1',
  };
}
