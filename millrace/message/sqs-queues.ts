import {
  type BatchResultErrorEntry,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  type QueueAttributeName,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  type MessageAttributeValue as SdkAttribute,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Delivery, MessageAttribute } from './delivery.ts';
import type { EntryFailure, OutgoingMessage, Queues } from './queue.ts';
import { QueueNotFoundError } from './queue-not-found-error.ts';

/** SQS through the SDK. Entry ids are positions, so any job id will do and results map back. */
export function createSqsQueues(client: SQSClient): Queues {
  return {
    async url(queueName) {
      try {
        const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: queueName }));
        return QueueUrl ?? '';
      } catch (error) {
        if (error instanceof QueueDoesNotExist) throw new QueueNotFoundError(queueName, { cause: error });
        throw error;
      }
    },
    async arn(queueUrl) {
      const { QueueArn = '' } = await attributesOf(client, queueUrl, ['QueueArn']);
      if (QueueArn === '') throw new Error(`SQS gave no QueueArn of ${queueUrl}: ask again`);
      return QueueArn;
    },
    async send(queueUrl, messages) {
      const Entries = messages.map((message, index) => ({ Id: String(index), ...sdkMessage(message) }));
      return failures(Entries, await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries })));
    },
    async hide(queueUrl, hides, abortSignal) {
      const Entries = hides.map(({ receiptHandle, seconds }, index) => ({
        Id: String(index),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }));
      return failures(
        Entries,
        await client.send(
          new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }),
          abortSignal === undefined ? {} : { abortSignal },
        ),
      );
    },
    async delete(queueUrl, receiptHandles) {
      const Entries = receiptHandles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
      return failures(Entries, await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries })));
    },
    async receive(queueUrl, { most, waitSeconds, visibilitySeconds }) {
      const { Messages } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: most,
          WaitTimeSeconds: waitSeconds,
          VisibilityTimeout: visibilitySeconds,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
        }),
      );
      return (Messages ?? []).map(delivery);
    },
    async depth(queueUrl) {
      const attributes = await attributesOf(client, queueUrl, [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ]);
      return {
        waiting: count(attributes, 'ApproximateNumberOfMessages', queueUrl),
        inFlight: count(attributes, 'ApproximateNumberOfMessagesNotVisible', queueUrl),
        delayed: count(attributes, 'ApproximateNumberOfMessagesDelayed', queueUrl),
      };
    },
  };
}

async function attributesOf(client: SQSClient, QueueUrl: string, AttributeNames: QueueAttributeName[]) {
  const { Attributes = {} } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Attributes;
}

/** What is not told is not known: taken for no message, a queue would look empty. */
function count(attributes: Readonly<Record<string, string | undefined>>, name: string, queueUrl: string): number {
  const told = attributes[name];
  if (told === undefined) throw new Error(`SQS gave no ${name} of ${queueUrl}: ask again`);
  return Number(told);
}

interface BatchAnswer {
  readonly Successful?: readonly { readonly Id: string | undefined }[] | undefined;
  readonly Failed?: readonly BatchResultErrorEntry[] | undefined;
}

/** What is not confirmed has failed: an entry that the answer does not mention counts as a fault of SQS's. */
function failures(entries: readonly { readonly Id: string }[], answer: BatchAnswer): EntryFailure[] {
  const confirmed = new Set(answer.Successful?.map(({ Id }) => Id));
  return entries.flatMap(({ Id: id }, index) => {
    if (confirmed.has(id)) return [];
    const failed = answer.Failed?.find(({ Id }) => Id === id);
    return [{ index, code: failed?.Code ?? 'NotConfirmed', senderFault: failed?.SenderFault ?? false }];
  });
}

function sdkMessage(message: OutgoingMessage) {
  const attributes = Object.entries(message.attributes ?? {});
  return {
    MessageBody: message.body,
    ...(attributes.length > 0
      ? { MessageAttributes: Object.fromEntries(attributes.map(([name, value]) => [name, sdkAttribute(value)])) }
      : {}),
    ...(message.groupId === undefined ? {} : { MessageGroupId: message.groupId }),
    ...(message.deduplicationId === undefined ? {} : { MessageDeduplicationId: message.deduplicationId }),
    ...(message.delaySeconds === undefined ? {} : { DelaySeconds: message.delaySeconds }),
    ...(message.traceHeader === undefined
      ? {}
      : { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: message.traceHeader } } }),
  };
}

function sdkAttribute({ dataType, stringValue, binaryBase64 }: MessageAttribute): SdkAttribute {
  return binaryBase64 === undefined
    ? { DataType: dataType, StringValue: stringValue }
    : { DataType: dataType, BinaryValue: Buffer.from(binaryBase64, 'base64') };
}

function delivery(message: Message): Delivery {
  const system = message.Attributes ?? {};
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(
    ([name, { DataType, StringValue, BinaryValue }]): [string, MessageAttribute] => [
      name,
      BinaryValue === undefined
        ? { dataType: DataType ?? 'String', stringValue: StringValue ?? '' }
        : { dataType: DataType ?? 'Binary', binaryBase64: Buffer.from(BinaryValue).toString('base64') },
    ],
  );
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: Object.fromEntries(attributes),
    receiveCount: Number(system.ApproximateReceiveCount),
    sentAtMs: Number(system.SentTimestamp),
    firstReceivedAtMs: Number(system.ApproximateFirstReceiveTimestamp),
    groupId: system.MessageGroupId,
    traceHeader: system.AWSTraceHeader,
  };
}
