import type { Delivery } from '../../message/delivery.ts';
import type { Queues } from '../../message/queue.ts';
import { MOST_BATCH_ENTRIES } from '../../message/queue.ts';

/** Longer than a batch takes, and short enough that what a killed run leaves hidden is soon back. */
export const HELD_SECONDS = 300;

/** Messages that were received and not deleted: hidden while the run lasts, visible again at its end. */
export interface HeldMessages {
  /** False where it was held already: its hiding ran out, and it came again. */
  hold(delivery: Delivery): boolean;
  drop(delivery: Delivery): void;
  /** Makes all of them visible; answers how many stay hidden until their timeout. */
  giveBack(): Promise<number>;
}

export function createHeldMessages(queues: Queues, queueUrl: string): HeldMessages {
  const handles = new Map<string, string>();
  const seen = new Set<string>();
  return {
    hold({ messageId, receiptHandle }) {
      const isNew = !seen.has(messageId);
      seen.add(messageId);
      handles.set(messageId, receiptHandle);
      return isNew;
    },
    drop: ({ messageId }) => handles.delete(messageId),
    async giveBack() {
      const hides = [...handles.values()].map((receiptHandle) => ({ receiptHandle, seconds: 0 }));
      handles.clear();
      let stillHidden = 0;
      for (let start = 0; start < hides.length; start += MOST_BATCH_ENTRIES) {
        const batch = hides.slice(start, start + MOST_BATCH_ENTRIES);
        try {
          stillHidden += (await queues.hide(queueUrl, batch)).length;
        } catch {
          // Reported by its count: they come back by themselves.
          stillHidden += batch.length;
        }
      }
      return stillHidden;
    },
  };
}
