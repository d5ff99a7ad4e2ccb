import { createSlots } from './slots.ts';

/** Lets at most `most` calls run at once; the others wait for their turn, in order. */
export function createTurns(most: number): <Value>(call: () => Promise<Value>) => Promise<Value> {
  const slots = createSlots(most);
  return async (call) => {
    await slots.take();
    try {
      return await call();
    } finally {
      slots.free();
    }
  };
}
