import type { DelayedJobs, DelayedMessage } from '../../millrace/message/delayed-jobs.ts';

/** Delayed jobs that wait in memory for ever, and can be looked at. */
export function createMemoryDelays(): DelayedJobs & { readonly waiting: Map<string, DelayedMessage> } {
  const waiting = new Map<string, DelayedMessage>();
  return {
    waiting,
    create: async (message) => {
      if (waiting.has(message.jobId)) return false;
      waiting.set(message.jobId, message);
      return true;
    },
    find: async (jobId) => waiting.get(jobId),
    delete: async (jobId) => {
      waiting.delete(jobId);
    },
  };
}
