/** Lets shared work run together and exclusive work run alone, in the order they came. */
export interface SharedExclusiveGate {
  shared<T>(work: () => Promise<T>): Promise<T>;
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createSharedExclusiveGate(): SharedExclusiveGate {
  let lastExclusive: Promise<unknown> = Promise.resolve();
  let sharedSince = new Set<Promise<unknown>>();
  return {
    shared: (work) => {
      const running = lastExclusive.then(work);
      const admitted = sharedSince;
      const leave = () => admitted.delete(settled);
      const settled: Promise<unknown> = running.then(leave, leave);
      admitted.add(settled);
      return running;
    },
    exclusive: (work) => {
      const running = Promise.all([lastExclusive, ...sharedSince]).then(work);
      sharedSince = new Set();
      lastExclusive = Promise.allSettled([running]);
      return running;
    },
  };
}
