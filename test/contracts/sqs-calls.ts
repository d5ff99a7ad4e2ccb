import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';

/** What nearly every test of queues asks of SQS, said shortly. */
export interface SqsCalls {
  readonly client: SQSClient;
  createQueue(attributes?: Record<string, string>): Promise<string>;
  /** A queue and the one its messages go to after `maxReceiveCount` receives. */
  createQueues(maxReceiveCount: number, attributes?: Record<string, string>): Promise<{ source: string; dead: string }>;
  attributes(queue: string): Promise<Record<string, string>>;
  arn(queue: string): Promise<string>;
  /** Visible, in flight, delayed. */
  counts(queue: string): Promise<string[]>;
  send(queue: string, body: string, more?: Partial<SendMessageCommandInput>): Promise<string | undefined>;
  /** Up to ten messages with all their attributes, at once unless asked to wait. */
  receive(queue: string, more?: Partial<ReceiveMessageCommandInput>): Promise<Message[]>;
  receiveOne(queue: string, more?: Partial<ReceiveMessageCommandInput>): Promise<Message>;
  changeVisibility(queue: string, message: Message, seconds: number): Promise<unknown>;
  remove(queue: string, message: Message): Promise<unknown>;
}

/** The real SDK; queues are named `prefix-1`, `prefix-2` and so on. */
export function createSqsCalls(client: SQSClient, prefix: string): SqsCalls {
  let queues = 0;
  const createQueue = async (attributes: Record<string, string> = {}) => {
    const name = `${prefix}-${++queues}${attributes.FifoQueue ? '.fifo' : ''}`;
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    return QueueUrl;
  };
  const attributes = async (QueueUrl: string): Promise<Record<string, string>> => {
    const { Attributes = {} } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
    return Attributes;
  };
  const arn = async (queue: string) => (await attributes(queue)).QueueArn ?? '';
  const receive = async (QueueUrl: string, more: Partial<ReceiveMessageCommandInput> = {}) => {
    const names = { MessageSystemAttributeNames: ['All' as const], MessageAttributeNames: ['All'] };
    const input = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0, ...names, ...more };
    return (await client.send(new ReceiveMessageCommand(input))).Messages ?? [];
  };

  return {
    client,
    createQueue,
    createQueues: async (maxReceiveCount, own = {}) => {
      const dead = await createQueue(own.FifoQueue ? { FifoQueue: own.FifoQueue } : {});
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await arn(dead), maxReceiveCount });
      return { dead, source: await createQueue({ ...own, RedrivePolicy }) };
    },
    attributes,
    arn,
    counts: async (queue) => {
      const found = await attributes(queue);
      return ['', 'NotVisible', 'Delayed'].map((kind) => found[`ApproximateNumberOfMessages${kind}`] ?? 'missing');
    },
    send: async (QueueUrl, MessageBody, more = {}) =>
      (await client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }))).MessageId,
    receive,
    receiveOne: async (queue, more = {}) => {
      const [message] = await receive(queue, { MaxNumberOfMessages: 1, ...more });
      if (!message) throw new Error('no message was there');
      return message;
    },
    changeVisibility: (QueueUrl, { ReceiptHandle }, VisibilityTimeout) =>
      client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout })),
    remove: (QueueUrl, { ReceiptHandle }) => client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
  };
}

export function createSqsClient(endpoint: string, region: string): SQSClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new SQSClient({ endpoint, region, credentials, maxAttempts: 1 });
}

export function bodies(messages: readonly Message[]): (string | undefined)[] {
  return messages.map((message) => message.Body);
}
