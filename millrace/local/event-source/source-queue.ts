import {
  DeleteMessageBatchCommand,
  type Message,
  MessageSystemAttributeName,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** The queue as an event source uses it: one request a call, at most ten messages each. */
export interface SourceQueue {
  receive(atMost: number, waitSeconds: number, signal: AbortSignal): Promise<readonly Message[]>;
  /** Answers with how many were not deleted. */
  delete(messages: readonly Message[]): Promise<number>;
}

export function sqsSourceQueue(sqs: SQSClient, queueUrl: string): SourceQueue {
  return {
    receive: async (atMost, waitSeconds, signal) => {
      const command = new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: atMost,
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: [MessageSystemAttributeName.All],
        MessageAttributeNames: ['All'],
      });
      return (await sqs.send(command, { abortSignal: signal })).Messages ?? [];
    },
    delete: async (messages) => {
      const command = new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
      });
      return (await sqs.send(command)).Failed?.length ?? 0;
    },
  };
}
