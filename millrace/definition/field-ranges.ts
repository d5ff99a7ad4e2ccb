import { awsLimits, type Limit } from './aws-limits.ts';
import { INVOCATION_MARGIN_SECONDS } from './timing.ts';

const longestRunSeconds = awsLimits.functionTimeoutSeconds.most - INVOCATION_MARGIN_SECONDS;
const longestWaitSeconds = awsLimits.visibilitySeconds.most - awsLimits.functionTimeoutSeconds.most;

/** What each number of a job may be, on its own: AWS's limit, or a narrower one of ours. */
export const fieldRanges = {
  version: whole(1, 1_000, 'the version of the payload schema'),
  p95Seconds: { least: 0.001, most: longestRunSeconds, integer: false, what: 'seconds, measured' },
  timeoutSeconds: { least: 1, most: longestRunSeconds, integer: false, what: 'seconds of one run' },
  memoryMb: awsLimits.memoryMb,
  maxAttempts: whole(1, 10, 'runs of the handler, the first included'),
  'backoff.firstSeconds': { least: 1, most: longestWaitSeconds, integer: false, what: 'seconds' },
  'backoff.maxSeconds': {
    ...{ least: 1, most: longestWaitSeconds, integer: false },
    what: 'seconds: SQS hides a message for 12 hours at most, counted from its receive, so less the longest run',
  },
  concurrency: whole(
    awsLimits.maximumConcurrency.least,
    awsLimits.maximumConcurrency.most * awsLimits.receiveBatch.most,
    "jobs at once; serial work can't be had this way, because an event source's least cap is 2",
  ),
  batchSize: {
    ...awsLimits.receiveBatch,
    what: 'messages: what SQS hands out in one receive, and hides or deletes in one request; Lambda itself fills larger batches only through a window',
  },
  batchWindowSeconds: awsLimits.batchWindowSeconds,
  ratePerSecond: {
    ...{ least: 0.016, most: 1_000, integer: false },
    what: 'runs a second, one a minute at least; each batch counts on one item, and DynamoDB writes that about 1,000 times a second',
  },
  'breaker.failures': whole(1, 10_000, 'failed attempts'),
  'breaker.withinSeconds': whole(1, 86_400, 'seconds'),
  'breaker.openSeconds': whole(1, longestWaitSeconds, 'seconds, within the 12 hours for which SQS hides a message'),
  maxWaitSeconds: whole(1, awsLimits.retentionSeconds.most, 'seconds that a job may wait in its queue'),
  maxDepth: whole(
    1,
    100_000,
    'messages in a queue: SQS itself hands no more out where about 120,000 of them are in flight',
  ),
  expiresAfterSeconds: whole(1, awsLimits.retentionSeconds.most, 'seconds'),
  retentionSeconds: {
    ...awsLimits.retentionSeconds,
    most: awsLimits.retentionSeconds.most - 1,
    what: 'seconds: less than the 14 days of the dead-letter queue, where a message keeps the age it came with',
  },
  visibilitySeconds: awsLimits.visibilitySeconds,
  maxReceiveCount: awsLimits.maxReceiveCount,
  'alarms.depth': whole(1, Number.MAX_SAFE_INTEGER, 'messages waiting'),
  'alarms.oldestAgeSeconds': whole(1, awsLimits.retentionSeconds.most, 'seconds'),
} satisfies Record<string, Limit>;

/** The range in words, for a message. */
export function rangeInWords({ least, most, integer, what, link }: Limit): string {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
  return `must be a ${integer ? 'whole number' : 'number'} ${range} (${what}${link === undefined ? '' : `; ${link}`})`;
}

function whole(least: number, most: number, what: string): Limit {
  return { least, most, integer: true, what };
}
