import type { Message } from './message.ts';
import type { Queue } from './queue.ts';
import { SqsError } from './sqs-error.ts';

/** One receive of one message: a handle of an earlier receive names the message but is no longer its latest. */
export function receiptHandle(queue: Queue, message: Message): string {
  const parts = [queue.name, queue.createdAtMs, message.sequence, message.receivesHere];
  return Buffer.from(parts.join('/')).toString('base64url');
}

export interface Receipt {
  /** Undefined once the message has left the queue. */
  readonly message: Message | undefined;
  readonly latest: boolean;
}

export function readReceiptHandle(queue: Queue, handle: string): Receipt {
  const [name, createdAtMs, sequence, receive] = Buffer.from(handle, 'base64url').toString().split('/');
  if (name !== queue.name || createdAtMs !== String(queue.createdAtMs) || !receive)
    throw new SqsError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);
  const message = queue.messages.find(Number(sequence));
  return { message, latest: message?.receivesHere === Number(receive) };
}
