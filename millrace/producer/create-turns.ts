/** Lets at most `most` calls run at once; the others wait for their turn, in order. */
export function createTurns(most: number): <Value>(call: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const begin = async () => {
    // A turn that ends is handed to the next in line: the count stays.
    if (running >= most) return new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
  };
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (call) => {
    await begin();
    try {
      return await call();
    } finally {
      end();
    }
  };
}
