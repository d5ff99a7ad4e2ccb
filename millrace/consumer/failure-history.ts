import type { Failure, JobRecord } from '../record/job-record.ts';
import { describeError } from './describe-error.ts';

/** Failures kept in a record: with one result it stays under 4 KiB. */
const KEPT_OF_THE_DEAD = 10;
const KEPT_OF_THE_COMPLETED = 3;

export interface FailureContext {
  readonly nowMs: number;
  readonly requestId: string;
  readonly codeVersion: string;
}

/** The record's failures and this one, newest last. */
export function withFailure(
  record: Pick<JobRecord, 'failures'> | undefined,
  attempt: number,
  error: unknown,
  context: FailureContext,
): readonly Failure[] {
  const { name, message } = describeError(error);
  const failure: Failure = {
    at: new Date(context.nowMs).toISOString(),
    attempt,
    name,
    message,
    requestId: context.requestId,
    codeVersion: context.codeVersion,
  };
  return [...(record?.failures ?? []), failure].slice(-KEPT_OF_THE_DEAD);
}

export function failuresOfTheCompleted(record: Pick<JobRecord, 'failures'>): readonly Failure[] {
  return (record.failures ?? []).slice(-KEPT_OF_THE_COMPLETED);
}
