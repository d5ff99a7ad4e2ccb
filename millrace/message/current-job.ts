import { AsyncLocalStorage } from 'node:async_hooks';

/** The job that the code at hand runs in: what a job that enqueues a job hands on by itself. */
export interface CurrentJob {
  readonly id: string;
  readonly hops: number;
  readonly traceparent: string | undefined;
}

const storage = new AsyncLocalStorage<CurrentJob>();

export function withinJob<Value>(job: CurrentJob, work: () => Value): Value {
  return storage.run(job, work);
}

export function currentJob(): CurrentJob | undefined {
  return storage.getStore();
}
