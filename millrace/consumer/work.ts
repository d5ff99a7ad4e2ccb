import type { ConfidentialOutput, JobDefinition, PayloadOutput, ResultInput } from '../definition/job-definition.ts';
import type { JobLogger } from './consumer-logger.ts';
import type { Step } from './step.ts';

/** What a handler gets: the one job it is to do. */
export type RunningJob<Job extends JobDefinition = JobDefinition> = AnyRunningJob<Job> & ConfidentialReader<Job>;

/** Of a job with confidential data alone. */
type ConfidentialReader<Job extends JobDefinition> = undefined extends Job['confidential']
  ? unknown
  : {
      /**
       * The job's confidential data, read once a run. What was read is replaced in whatever the library writes of the run:
       * failures, log lines, and a result that holds it is refused.
       * @throws PermanentError where there is none, or its schema refuses it; another error where the table is silent.
       */
      confidential(): Promise<ConfidentialOutput<Job>>;
    };

interface AnyRunningJob<Job extends JobDefinition> {
  /** `<type>:<key>`, the same in every run. */
  readonly id: string;
  readonly type: Job['type'];
  readonly payload: PayloadOutput<Job>;
  /** From 1; only runs that reached the handler count. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Fires when the run's time is up: pass it on to everything that waits. */
  readonly signal: AbortSignal;
  readonly logger: JobLogger;
  readonly step: Step;
  /** Until `signal` fires. */
  remainingSeconds(): number;
}

/**
 * Does one job. Returning is success and stores the result; throwing is a failed attempt.
 * `PermanentError`, `RetryLaterError` and `NotYetError` say what kind of failure it is.
 */
export type Work<Job extends JobDefinition = JobDefinition> = (
  job: RunningJob<Job>,
) => Promise<ResultInput<Job>> | ResultInput<Job>;
