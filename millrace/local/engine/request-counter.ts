/** How many requests of each kind reached the engine, by target: `AmazonSQS.ReceiveMessage`. */
export interface RequestCounter {
  count(target: string): void;
  counts(): Record<string, number>;
  reset(): void;
}

export function createRequestCounter(): RequestCounter {
  const counts = new Map<string, number>();
  return {
    count: (target) => {
      counts.set(target, (counts.get(target) ?? 0) + 1);
    },
    counts: () => Object.fromEntries(counts),
    reset: () => counts.clear(),
  };
}
