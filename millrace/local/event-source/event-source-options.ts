import type { SQSEvent } from 'aws-lambda';
import type { Clock } from '../../message/clock.ts';
import type { BatchReport } from './batch-report.ts';
import type { SourceQueue } from './source-queue.ts';

/** An event source mapping's settings, as the template gives them. */
export interface EventSourceSettings {
  readonly functionName: string;
  readonly queueArn: string;
  readonly region: string;
  /** The queue's own visibility timeout: how long a throttled batch is tried again. */
  readonly visibilitySeconds: number;
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly maximumConcurrency: number;
  readonly reportBatchItemFailures: boolean;
  readonly enabled: boolean;
}

export interface EventSourceOptions {
  readonly settings: EventSourceSettings;
  readonly queue: SourceQueue;
  /** Runs the function; rejects when it throws, times out or (ThrottledError) can't start. */
  readonly invoke: (event: SQSEvent) => Promise<unknown>;
  readonly clock: Clock;
  readonly report?: (report: BatchReport) => void;
  /** Told once each time the queue stops answering. */
  readonly reportUnreachable?: (error: unknown) => void;
}
