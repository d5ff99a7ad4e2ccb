import { utf8Bytes } from '../definition/utf8-bytes.ts';
import type { Failure, JobRecord } from '../record/job-record.ts';
import { stepsBytes } from '../record/step-result.ts';
import type { Steps } from '../record/step-state.ts';
import { describeError } from './describe-error.ts';
import type { Invocation } from './invocation.ts';

/** The newest failures that a record keeps: with the longest id, and with a result, it stays under 4 KiB. */
const KEPT_OF_THE_DEAD = { count: 10, bytes: 2_800 };
const LONGEST_KEPT = 160;
const KEPT_OF_THE_COMPLETED = { count: 3, bytes: 1_000 };

export interface FailureContext {
  readonly nowMs: number;
  readonly requestId: string;
  readonly codeVersion: string;
}

/** A failure that this invocation sees, at this time. */
export function seenBy({ requestId, settings }: Invocation, nowMs: number): FailureContext {
  return { nowMs, requestId, codeVersion: settings.codeVersion };
}

/** The record's failures and this one, newest last. */
export function withFailure(
  record: Pick<JobRecord, 'failures' | 'steps'> | undefined,
  attempt: number,
  error: unknown,
  context: FailureContext,
): readonly Failure[] {
  const { name, message } = describeError(error);
  const failure: Failure = {
    at: new Date(context.nowMs).toISOString(),
    attempt,
    name,
    message: cut(message),
    requestId: context.requestId,
    codeVersion: context.codeVersion,
  };
  return failuresBeside([...(record?.failures ?? []), failure], record?.steps);
}

/** The newest that the record has room for beside its steps. */
export function failuresBeside(failures: readonly Failure[], steps: Steps = {}): readonly Failure[] {
  const { count, bytes } = KEPT_OF_THE_DEAD;
  return newest(failures, { count, bytes: bytes - stepsBytes(steps) });
}

/** The log has all of it, with what stood behind it. */
function cut(message: string): string {
  return message.length <= LONGEST_KEPT ? message : `${message.slice(0, LONGEST_KEPT - 1)}…`.toWellFormed();
}

export function failuresOfTheCompleted(record: Pick<JobRecord, 'failures'>): readonly Failure[] {
  return newest(record.failures ?? [], KEPT_OF_THE_COMPLETED);
}

function newest(failures: readonly Failure[], most: { readonly count: number; readonly bytes: number }): Failure[] {
  const kept: Failure[] = [];
  let bytes = 0;
  for (const failure of failures.slice(-most.count).reverse()) {
    bytes += utf8Bytes(JSON.stringify(failure));
    if (bytes > most.bytes) break;
    kept.unshift(failure);
  }
  return kept;
}
