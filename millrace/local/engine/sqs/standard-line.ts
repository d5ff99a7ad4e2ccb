import { createDueHeap } from './due-heap.ts';
import type { Message } from './message.ts';
import type { WaitingLine } from './waiting-line.ts';

// SQS puts a message at the back of a standard queue once it was received this often without being deleted.
const RECEIVES_BEFORE_THE_BACK = 3;

/** Oldest first, or in an order drawn by `shuffle`: standard queues promise none. */
export function createStandardLine(shuffle?: () => number): WaitingLine {
  const waiting = createDueHeap<Message>();
  let latest = 0;
  const placeOf = (message: Message) => {
    if (shuffle) return shuffle();
    latest = Math.max(latest + 1, message.sequence);
    return message.receivesHere < RECEIVES_BEFORE_THE_BACK ? message.sequence : latest;
  };
  return {
    add: (message) => waiting.set(message, placeOf(message)),
    remove: (message) => {
      waiting.delete(message);
    },
    pick: (max) => {
      const picked: Message[] = [];
      while (picked.length < max) {
        const message = waiting.takeUntil(Number.POSITIVE_INFINITY);
        if (!message) break;
        picked.push(message);
      }
      return picked;
    },
    // Messages in flight hold up nobody here.
    hold: () => undefined,
    free: () => undefined,
  };
}
