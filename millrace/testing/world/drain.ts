import type { MessageCounts } from '../../local/engine/sqs/message-store.ts';

interface DrainOptions {
  readonly counts: () => MessageCounts;
  readonly deliver: () => Promise<unknown>;
  readonly advance: (seconds: number) => void;
}

const MOST_DELIVERIES = 500;

/** Delivers what is visible and moves the clock on to what is hidden, until nothing is left. */
export async function drain({ counts, deliver, advance }: DrainOptions): Promise<void> {
  for (let deliveries = 0; deliveries < MOST_DELIVERIES; deliveries += 1) {
    for (let now = counts(); now.visible === 0; now = counts()) {
      if (now.inFlight + now.delayed === 0) return;
      advance(1);
    }
    await deliver();
  }
  throw new Error(`the queue is not empty after ${MOST_DELIVERIES} deliveries`);
}
