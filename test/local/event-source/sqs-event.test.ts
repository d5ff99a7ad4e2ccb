import { describe, expect, it } from 'vitest';
import { sqsEvent } from '../../../millrace/local/event-source/sqs-event.ts';

const origin = { queueArn: 'arn:aws:sqs:us-east-1:000000000000:emails', region: 'us-east-1' };

describe('the event a function gets', () => {
  it('has the fields of Lambda, with attribute shapes in lower case', () => {
    const event = sqsEvent(
      [
        {
          MessageId: 'm1',
          ReceiptHandle: 'r1',
          Body: '{"a":1}',
          MD5OfBody: 'b'.repeat(32),
          MD5OfMessageAttributes: 'a'.repeat(32),
          Attributes: {
            ApproximateReceiveCount: '2',
            SentTimestamp: '1767225600000',
            SenderId: 'AIDA',
            ApproximateFirstReceiveTimestamp: '1767225601000',
            MessageGroupId: 'tenant-1',
            AWSTraceHeader: 'Root=1-0-0',
            DeadLetterQueueSourceArn: 'arn:aws:sqs:us-east-1:000000000000:source',
          },
          MessageAttributes: {
            reason: { DataType: 'String', StringValue: 'attempts-spent' },
            raw: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 255]) },
          },
        },
      ],
      origin,
    );
    expect(event).toEqual({
      Records: [
        {
          messageId: 'm1',
          receiptHandle: 'r1',
          body: '{"a":1}',
          attributes: {
            ApproximateReceiveCount: '2',
            SentTimestamp: '1767225600000',
            SenderId: 'AIDA',
            ApproximateFirstReceiveTimestamp: '1767225601000',
            MessageGroupId: 'tenant-1',
            AWSTraceHeader: 'Root=1-0-0',
            DeadLetterQueueSourceArn: 'arn:aws:sqs:us-east-1:000000000000:source',
          },
          messageAttributes: {
            reason: { stringValue: 'attempts-spent', stringListValues: [], binaryListValues: [], dataType: 'String' },
            raw: { binaryValue: 'AQL/', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
          },
          md5OfBody: 'b'.repeat(32),
          md5OfMessageAttributes: 'a'.repeat(32),
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:emails',
          awsRegion: 'us-east-1',
        },
      ],
    });
  });

  it.each(['{"q":"\\"&quot;<&>\'"}', 'plain <b>&amp;</b>', '  spaces \t and \r\n lines ', '{"emoji":"🚚"}'])(
    'carries the body unchanged: %j',
    (body) => {
      expect(sqsEvent([{ MessageId: 'm1', Body: body }], origin).Records[0]?.body).toBe(body);
    },
  );
});
