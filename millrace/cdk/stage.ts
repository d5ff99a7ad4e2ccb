import type { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What the HTTP API takes before it answers 429. */
export interface ApiThrottle {
  readonly requestsPerSecond: number;
  /** Requests that may come at once. */
  readonly burstRequests: number;
}

/** What differs between the deployments of one app. */
export interface Stage {
  /** Part of every physical name, so that stages share an account and Region. */
  readonly name: string;
  /** What holds state (queues, records, logs) outlives its stack. */
  readonly keepsData: boolean;
  /** Alarms reach the owners' addresses. */
  readonly pages: boolean;
  readonly logRetention: RetentionDays;
  /** 100 requests a second and 200 at once unless given. */
  readonly apiThrottle?: ApiThrottle;
}
