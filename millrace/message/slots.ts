/** A counted number of places; who finds none waits in line. */
export interface Slots {
  /** True with a place taken; false, and no place, once the signal has fired. */
  take(signal?: AbortSignal): Promise<boolean>;
  free(): void;
}

export function createSlots(count: number): Slots {
  let left = count;
  const waiting: (() => void)[] = [];
  return {
    take: async (signal) => {
      if (signal?.aborted) return false;
      if (left > 0) {
        left -= 1;
        return true;
      }
      return await new Promise<boolean>((resolve) => {
        const serve = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(true);
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(serve), 1);
          resolve(false);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.push(serve);
      });
    },
    free: () => {
      const next = waiting.shift();
      if (next) next();
      else left += 1;
    },
  };
}
