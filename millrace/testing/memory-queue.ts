import type { Clock } from '../message/clock.ts';
import type { Delivery } from '../message/delivery.ts';
import type { OutgoingMessage, Queues } from '../message/queue.ts';

interface HeldMessage extends OutgoingMessage {
  readonly messageId: string;
  readonly sentAtMs: number;
  receiveCount: number;
  firstReceivedAtMs: number | undefined;
  visibleAtMs: number;
}

/**
 * Queues in memory, for one consumer: they hide by the clock they are given. One whose URL ends in `.fifo` gives the
 * messages of a group in their order, and none of a group with one in flight; it deduplicates nothing.
 */
export interface MemoryQueues extends Queues {
  /** Messages that are visible now, received. */
  take(queueUrl: string, most: number, visibilitySeconds: number): Delivery[];
  messages(queueUrl: string): readonly OutgoingMessage[];
}

export function createMemoryQueues(clock: Clock): MemoryQueues {
  const queues = new Map<string, HeldMessage[]>();
  const heldIn = (queueUrl: string) => {
    const held = queues.get(queueUrl) ?? [];
    queues.set(queueUrl, held);
    return held;
  };
  let sent = 0;
  const take = (queueUrl: string, most: number, visibilitySeconds: number) => {
    const held = heldIn(queueUrl);
    const isHidden = (message: HeldMessage) => message.visibleAtMs > clock.now();
    const blocked = new Set(queueUrl.endsWith('.fifo') ? held.filter(isHidden).map(({ groupId }) => groupId) : []);
    return held
      .filter((message) => !isHidden(message) && !blocked.has(message.groupId))
      .slice(0, most)
      .map((message) => receive(message, clock.now(), visibilitySeconds));
  };
  return {
    take,
    messages: heldIn,
    url: async (queueName) => queueName,
    arn: async (queueUrl) => `arn:aws:sqs:us-east-1:000000000000:${queueUrl}`,
    async send(queueUrl, messages) {
      for (const message of messages) {
        sent += 1;
        const sentAtMs = clock.now();
        const visibleAtMs = sentAtMs + (message.delaySeconds ?? 0) * 1000;
        const messageId = `message-${sent}`;
        heldIn(queueUrl).push({
          ...message,
          messageId,
          sentAtMs,
          visibleAtMs,
          receiveCount: 0,
          firstReceivedAtMs: undefined,
        });
      }
      return [];
    },
    async hide(queueUrl, hides) {
      for (const { receiptHandle, seconds } of hides) {
        const message = heldIn(queueUrl).find(({ messageId }) => messageId === receiptHandle);
        if (message) message.visibleAtMs = clock.now() + seconds * 1000;
      }
      return [];
    },
    async delete(queueUrl, receiptHandles) {
      queues.set(
        queueUrl,
        heldIn(queueUrl).filter(({ messageId }) => !receiptHandles.includes(messageId)),
      );
      return [];
    },
    receive: async (queueUrl, { most, visibilitySeconds }) => take(queueUrl, most, visibilitySeconds),
    async depth(queueUrl) {
      const visible = heldIn(queueUrl).filter((message) => message.visibleAtMs <= clock.now()).length;
      return { waiting: visible, inFlight: heldIn(queueUrl).length - visible, delayed: 0 };
    },
  };
}

function receive(message: HeldMessage, nowMs: number, visibilitySeconds: number): Delivery {
  message.receiveCount += 1;
  message.firstReceivedAtMs ??= nowMs;
  message.visibleAtMs = nowMs + visibilitySeconds * 1000;
  return {
    messageId: message.messageId,
    receiptHandle: message.messageId,
    body: message.body,
    attributes: message.attributes ?? {},
    receiveCount: message.receiveCount,
    sentAtMs: message.sentAtMs,
    firstReceivedAtMs: message.firstReceivedAtMs,
    groupId: message.groupId,
    traceHeader: message.traceHeader,
  };
}
