import type { Clock } from '../../../message/clock.ts';
import { createDueHeap } from './due-heap.ts';
import type { Message } from './message.ts';
import type { WaitingLine } from './waiting-line.ts';

/** The messages of a queue that time will bring back to its line: delayed ones, and those in flight. */
export interface HiddenMessages {
  readonly delayed: number;
  readonly inFlight: number;
  stateOf(message: Message): 'delayed' | 'in flight' | undefined;
  delay(message: Message, seconds: number): void;
  lease(message: Message, seconds: number): void;
  remove(message: Message): void;
  /** Puts into the line what has become visible by now. */
  release(): void;
  /** When the next one becomes visible. */
  nextVisibleAt(): number | undefined;
}

export function createHiddenMessages(clock: Clock, line: WaitingLine): HiddenMessages {
  const delayed = createDueHeap<Message>();
  const inFlight = createDueHeap<Message>();
  const dueIn = (seconds: number) => clock.now() + seconds * 1000;
  return {
    get delayed() {
      return delayed.size;
    },
    get inFlight() {
      return inFlight.size;
    },
    stateOf: (message) => (delayed.has(message) ? 'delayed' : inFlight.has(message) ? 'in flight' : undefined),
    delay: (message, seconds) => delayed.set(message, dueIn(seconds)),
    lease: (message, seconds) => {
      if (!inFlight.has(message)) line.hold(message);
      inFlight.set(message, dueIn(seconds));
    },
    remove: (message) => {
      delayed.delete(message);
      if (inFlight.delete(message)) line.free(message);
    },
    release: () => {
      const now = clock.now();
      for (let due = delayed.takeUntil(now); due; due = delayed.takeUntil(now)) line.add(due);
      for (let due = inFlight.takeUntil(now); due; due = inFlight.takeUntil(now)) {
        line.free(due);
        line.add(due);
      }
    },
    nextVisibleAt: () => {
      const [delayEnd, leaseEnd] = [delayed.firstDue(), inFlight.firstDue()];
      return delayEnd !== undefined && leaseEnd !== undefined ? Math.min(delayEnd, leaseEnd) : (delayEnd ?? leaseEnd);
    },
  };
}
