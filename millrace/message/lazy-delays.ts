import type { DelayedJobs } from './delayed-jobs.ts';

/** Connects at the first call: whoever never delays a job loads no client for it. */
export function lazyDelays(connect: () => Promise<DelayedJobs>): DelayedJobs {
  let connected: Promise<DelayedJobs> | undefined;
  const delays = () => {
    connected ??= connect();
    return connected;
  };
  return {
    create: async (message) => (await delays()).create(message),
    find: async (jobId) => (await delays()).find(jobId),
    delete: async (jobId) => (await delays()).delete(jobId),
  };
}
