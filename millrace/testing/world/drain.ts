import type { MessageCounts } from '../../local/engine/sqs/message-store.ts';

interface DrainOptions {
  readonly counts: () => MessageCounts;
  readonly deliver: () => Promise<{ readonly messages: number }>;
  readonly advance: (seconds: number) => void;
  /** Resolves when every schedule that was due has reached its queue. */
  readonly idle: () => Promise<void>;
}

const MOST_DELIVERIES = 500;

/** Delivers what is visible and moves the clock on to what is hidden, until nothing is left. */
export async function drain({ counts, deliver, advance, idle }: DrainOptions): Promise<void> {
  for (let deliveries = 0; deliveries < MOST_DELIVERIES; deliveries += 1) {
    await idle();
    for (let now = counts(); now.visible === 0; now = counts()) {
      if (now.inFlight + now.delayed === 0) return;
      advance(1);
      await idle();
    }
    // Of a FIFO queue, what stands behind a hidden head counts as visible, and is not given.
    if ((await deliver()).messages === 0) advance(1);
  }
  throw new Error(`the queue is not empty after ${MOST_DELIVERIES} deliveries`);
}
