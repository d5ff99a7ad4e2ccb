import type { Clock } from '../../../message/clock.ts';

/** Receives that wait for messages, served in the order they came. */
export interface LongPolls<T> {
  readonly size: number;
  /** Waits until `receive` finds something, the time is over, or the caller has gone. */
  wait(receive: () => T[], waitSeconds: number, signal: AbortSignal | undefined): Promise<T[]>;
  /** To be called after each change of the queue. */
  wake(): void;
  /** Ends all with nothing. */
  close(): void;
}

interface Poll<T> {
  readonly receive: () => T[];
  readonly end: (found: T[]) => void;
}

export function createLongPolls<T>(clock: Clock, nextVisibleAt: () => number | undefined): LongPolls<T> {
  const waiting = new Set<Poll<T>>();
  let cancelTimer: (() => void) | undefined;
  let serving = false;
  let again = false;

  const serve = () => {
    for (const poll of waiting) {
      const found = poll.receive();
      if (found.length === 0) return;
      poll.end(found);
    }
  };
  const arm = () => {
    cancelTimer?.();
    const visibleAt = waiting.size > 0 ? nextVisibleAt() : undefined;
    cancelTimer = visibleAt === undefined ? undefined : clock.after(visibleAt - clock.now(), wake);
  };
  function wake() {
    // Serving may move a message to a dead-letter queue, whose own polls may move one back here.
    again = true;
    if (serving || waiting.size === 0) return;
    serving = true;
    while (again) {
      again = false;
      serve();
    }
    serving = false;
    arm();
  }

  return {
    get size() {
      return waiting.size;
    },
    wait: (receive, waitSeconds, signal) =>
      new Promise((resolve) => {
        const giveUp = () => poll.end([]);
        const cancelTimeout = clock.after(waitSeconds * 1000, () => poll.end(receive()));
        const poll: Poll<T> = {
          receive,
          end: (found) => {
            waiting.delete(poll);
            cancelTimeout();
            signal?.removeEventListener('abort', giveUp);
            if (waiting.size === 0) cancelTimer?.();
            resolve(found);
          },
        };
        waiting.add(poll);
        if (signal?.aborted) return giveUp();
        signal?.addEventListener('abort', giveUp);
        arm();
      }),
    wake,
    close: () => {
      for (const poll of waiting) poll.end([]);
    },
  };
}
