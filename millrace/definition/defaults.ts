const DAY_SECONDS = 86_400;

/** What a job, or a webhook, gets where it says nothing. Each default stands here and nowhere else. */
export const defaults = {
  version: 1,
  p95Seconds: 1,
  timeoutFactor: 3,
  timeoutSecondsAtLeast: 5,
  memoryMb: 512,
  maxAttempts: 3,
  backoff: { firstSeconds: 10, maxSeconds: 900 },
  concurrency: 20,
  batchSize: 10,
  batchWindowSeconds: 0,
  maxWaitSeconds: 3_600,
  retentionSeconds: 7 * DAY_SECONDS,
  toleranceSeconds: 300,
} as const;
