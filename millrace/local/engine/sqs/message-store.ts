import type { Clock } from '../../../message/clock.ts';
import { createDueHeap } from './due-heap.ts';
import { createHiddenMessages } from './hidden-messages.ts';
import type { Message, MessageContent } from './message.ts';
import type { WaitingLine } from './waiting-line.ts';

export interface MessageCounts {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}

export type MessageState = 'visible' | 'in flight' | 'delayed';

/** Every message of one queue: visible, in flight or delayed. What time changes is caught up with at each look. */
export interface MessageStore {
  add(content: MessageContent, delaySeconds: number): Message;
  find(sequence: number): Message | undefined;
  stateOf(message: Message): MessageState;
  /** Takes visible messages out of the line; each must then be leased or removed. */
  pick(max: number): Message[];
  /** Hides the message that long; 0 makes it visible at once. */
  lease(message: Message, seconds: number): void;
  remove(message: Message): void;
  counts(): MessageCounts;
  /** When the next hidden message becomes visible. */
  nextVisibleAt(): number | undefined;
  all(): Message[];
  clear(): void;
}

export interface MessageStoreSettings {
  readonly clock: Clock;
  readonly line: WaitingLine;
  readonly retentionSeconds: () => number;
}

export function createMessageStore({ clock, line, retentionSeconds }: MessageStoreSettings): MessageStore {
  const messages = new Map<number, Message>();
  const hidden = createHiddenMessages(clock, line);
  const oldest = createDueHeap<Message>();
  let lastSequence = 0;

  const remove = (message: Message) => {
    if (!messages.delete(message.sequence)) return;
    oldest.delete(message);
    hidden.remove(message);
    line.remove(message);
  };
  const catchUp = () => {
    hidden.release();
    const keptSince = clock.now() - retentionSeconds() * 1000;
    for (let gone = oldest.first(); gone && gone.retainedFromMs <= keptSince; gone = oldest.first()) remove(gone);
  };
  const afterCatchingUp = <T>(look: () => T) => {
    catchUp();
    return look();
  };

  return {
    add: (content, delaySeconds) => {
      const message: Message = { ...content, sequence: ++lastSequence, receivesHere: 0, lastReceivedAtMs: 0 };
      messages.set(message.sequence, message);
      oldest.set(message, message.retainedFromMs);
      if (delaySeconds > 0) hidden.delay(message, delaySeconds);
      else line.add(message);
      return message;
    },
    find: (sequence) => afterCatchingUp(() => messages.get(sequence)),
    stateOf: (message) => hidden.stateOf(message) ?? 'visible',
    pick: (max) => afterCatchingUp(() => line.pick(max)),
    lease: (message, seconds) => {
      if (seconds > 0) return hidden.lease(message, seconds);
      hidden.remove(message);
      line.add(message);
    },
    remove,
    counts: () =>
      afterCatchingUp(() => {
        const { inFlight, delayed } = hidden;
        return { visible: messages.size - inFlight - delayed, inFlight, delayed };
      }),
    nextVisibleAt: hidden.nextVisibleAt,
    all: () => afterCatchingUp(() => [...messages.values()]),
    clear: () => {
      for (const message of [...messages.values()]) remove(message);
    },
  };
}
