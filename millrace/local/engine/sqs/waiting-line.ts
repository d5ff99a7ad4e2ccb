import type { Message } from './message.ts';

/** The visible messages of a queue and the order in which they are delivered. */
export interface WaitingLine {
  add(message: Message): void;
  remove(message: Message): void;
  /** Takes out the next messages that may be delivered together. */
  pick(max: number): Message[];
  /** The message is in flight. */
  hold(message: Message): void;
  /** The message is no longer in flight. */
  free(message: Message): void;
}
