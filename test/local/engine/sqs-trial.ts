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
import type { SqsFaults } from '../../../millrace/local/engine/sqs/sqs-faults.ts';
import { type Engine, startEngine } from '../../../millrace/local/engine/start-engine.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';

export interface SqsTrial {
  readonly engine: Engine;
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
  /** Comes back once that many receives wait at the queue. */
  waiting(queue: string, polls: number): Promise<void>;
  advance(seconds: number): void;
  stop(): Promise<void>;
}

/** The real SDK on an engine of its own, whose clock stands still. */
export async function startSqsTrial(faults: SqsFaults = {}): Promise<SqsTrial> {
  const engine = await startEngine({ clock: createVirtualClock(), faults });
  const client = clientOf(engine);
  let queues = 0;

  const createQueue = async (attributes: Record<string, string> = {}) => {
    const name = `queue-${++queues}${attributes.FifoQueue ? '.fifo' : ''}`;
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
    engine,
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
    waiting: (queue, polls) => pollsWaiting(engine, queue, polls),
    advance: (seconds) => engine.advance(seconds),
    stop: () => {
      client.destroy();
      return engine.stop();
    },
  };
}

export function clientOf({ endpoint, region }: Engine): SQSClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new SQSClient({ endpoint, region, credentials, maxAttempts: 1 });
}

async function pollsWaiting(engine: Engine, queue: string, polls: number) {
  const name = queue.slice(queue.lastIndexOf('/') + 1);
  const giveUpAt = performance.now() + 5000;
  while (engine.sqs.waitingPolls(name) !== polls) {
    if (performance.now() > giveUpAt) throw new Error(`never saw ${polls} receives waiting at ${name}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export function bodies(messages: readonly Message[]): (string | undefined)[] {
  return messages.map((message) => message.Body);
}
