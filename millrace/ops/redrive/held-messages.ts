import type { Clock } from '../../message/clock.ts';
import type { Delivery } from '../../message/delivery.ts';
import type { EntryFailure, Queues } from '../../message/queue.ts';
import { MOST_BATCH_ENTRIES } from '../../message/queue.ts';

/** Longer than a batch takes, and short enough that what a killed run leaves hidden is soon back. */
export const HELD_SECONDS = 300;
/** What is held is hidden anew so long before it would come again. */
const RENEWED_EARLY_SECONDS = HELD_SECONDS / 2;

/** Messages that were received and not deleted: hidden while the run lasts, visible again at its end. */
export interface HeldMessages {
  /** False where it was held already: its hiding ran out all the same, and it came again. */
  hold(delivery: Delivery): boolean;
  drop(delivery: Delivery): void;
  count(): number;
  /** Hides anew what would come again soon, in the way of those that nobody has looked at. */
  renew(): Promise<void>;
  /** Makes all of them visible; answers how many stay hidden until their timeout. */
  giveBack(): Promise<number>;
}

interface Held {
  readonly receiptHandle: string;
  readonly renewAtMs: number;
}

export function createHeldMessages(queues: Queues, queueUrl: string, clock: Clock): HeldMessages {
  /** By message id; the first is the first to be renewed. */
  const held = new Map<string, Held>();
  const seen = new Set<string>();
  const hideUntilTimeout = (messageId: string, receiptHandle: string) => {
    held.delete(messageId);
    held.set(messageId, { receiptHandle, renewAtMs: clock.now() + (HELD_SECONDS - RENEWED_EARLY_SECONDS) * 1000 });
  };
  const hide = (handles: readonly string[], seconds: number): Promise<readonly EntryFailure[]> =>
    queues.hide(
      queueUrl,
      handles.map((receiptHandle) => ({ receiptHandle, seconds })),
    );
  return {
    hold({ messageId, receiptHandle }) {
      const isNew = !seen.has(messageId);
      seen.add(messageId);
      hideUntilTimeout(messageId, receiptHandle);
      return isNew;
    },
    drop: ({ messageId }) => held.delete(messageId),
    count: () => held.size,
    async renew() {
      for (const batch of inBatches(dueOf(held, clock.now()))) {
        // What is refused, or not answered, comes again and is held again then.
        const refused = await hide(
          batch.map(([, { receiptHandle }]) => receiptHandle),
          HELD_SECONDS,
        ).catch(() => batch);
        if (refused === batch) continue;
        for (const [messageId, { receiptHandle }] of batch) hideUntilTimeout(messageId, receiptHandle);
      }
    },
    async giveBack() {
      const handles = [...held.values()].map(({ receiptHandle }) => receiptHandle);
      let stillHidden = 0;
      for (const batch of inBatches(handles)) {
        try {
          stillHidden += (await hide(batch, 0)).length;
        } catch {
          // Reported by its count: they come back by themselves.
          stillHidden += batch.length;
        }
      }
      return stillHidden;
    },
  };
}

function dueOf(held: ReadonlyMap<string, Held>, nowMs: number): (readonly [messageId: string, message: Held])[] {
  const due: (readonly [string, Held])[] = [];
  for (const [messageId, message] of held) {
    if (message.renewAtMs > nowMs) break;
    due.push([messageId, message]);
  }
  return due;
}

function* inBatches<Entry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
  for (let start = 0; start < entries.length; start += MOST_BATCH_ENTRIES) {
    yield entries.slice(start, start + MOST_BATCH_ENTRIES);
  }
}
