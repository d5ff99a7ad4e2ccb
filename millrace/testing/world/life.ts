import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether a worker's process still lives. */
export interface Life {
  isOver(): boolean;
  end(): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

const current = new AsyncLocalStorage<Life>();

export function createLife(): Life {
  const { promise, resolve } = Promise.withResolvers<void>();
  let over = false;
  return {
    isOver: () => over,
    end: () => {
      over = true;
      resolve();
    },
    ended: promise,
  };
}

/** Runs code of a worker: `killCurrentWorker` ends the one that calls it. */
export function withinLife<Value>(life: Life, run: () => Value): Value {
  return current.run(life, run);
}

/** Ends the process of the worker that calls it; outside of a worker it does nothing. */
export function killCurrentWorker(): void {
  current.getStore()?.end();
}

/** What code of a dead process waits for. */
export function never(): Promise<never> {
  return Promise.withResolvers<never>().promise;
}
