import type { Clock } from '../../../message/clock.ts';

const WINDOW_MS = 5 * 60_000;

export interface AcceptedSend {
  readonly messageId: string;
  readonly sequenceNumber: string;
}

/** What a FIFO queue accepted in the last five minutes; deleting the message doesn't shorten that. */
export interface Deduplication {
  find(key: string): AcceptedSend | undefined;
  remember(key: string, send: AcceptedSend): void;
}

export function createDeduplication(clock: Clock): Deduplication {
  const accepted = new Map<string, AcceptedSend & { readonly untilMs: number }>();
  const forgetOld = () => {
    for (const [key, send] of accepted) {
      if (send.untilMs > clock.now()) return;
      accepted.delete(key);
    }
  };
  return {
    find: (key) => {
      forgetOld();
      return accepted.get(key);
    },
    remember: (key, send) => {
      accepted.set(key, { ...send, untilMs: clock.now() + WINDOW_MS });
    },
  };
}
