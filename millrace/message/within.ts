import type { Clock } from './clock.ts';

/** What the work answers, or an error where it takes longer; the work itself goes on. */
export function within<Value>(clock: Clock, mostMs: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(mostMs, () => reject(new Error(`no answer within ${mostMs / 1000} s`)));
    work.then(resolve, reject).finally(cancel);
  });
}
