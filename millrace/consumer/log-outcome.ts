import type { Delivery } from '../message/delivery.ts';
import { traceIdIn } from '../message/trace.ts';
import { describeError } from './describe-error.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome, OutcomeName } from './outcome.ts';

const LEVELS = {
  completed: 'info',
  duplicate: 'info',
  expired: 'warn',
  cancelled: 'info',
  continued: 'info',
  failed: 'warn',
  'not-yet': 'info',
  deferred: 'info',
  'in-progress': 'info',
  dead: 'error',
  'parking-failed': 'error',
  'lost-claim': 'warn',
  unanswered: 'error',
} as const satisfies Record<OutcomeName, 'info' | 'warn' | 'error'>;

/** One line an outcome, with everything but the payload. */
export function logOutcome(invocation: Invocation, delivery: Delivery, outcome: Outcome): void {
  const { name, acknowledged, error, eraseError, ranMs, result, ...told } = outcome;
  const traceId = traceIdIn(delivery.body);
  // A handler may throw `undefined`, too.
  const hasFailed = 'error' in outcome;
  const isForPeople = outcome.unknownEffects !== undefined || eraseError !== undefined;
  const level = isForPeople ? 'error' : LEVELS[name];
  invocation.ports.logger[level](`job ${name}`, {
    outcome: name,
    jobType: invocation.job.type,
    ...told,
    // What a duplicate was answered with; what a run returned stands in its record.
    ...(name === 'duplicate' && result !== undefined ? { result } : {}),
    ...(ranMs === undefined ? {} : { durationMs: Math.round(ranMs) }),
    ...(hasFailed ? { failure: describeError(error) } : {}),
    ...(eraseError === undefined ? {} : { notErased: describeError(eraseError) }),
    maxAttempts: invocation.job.maxAttempts,
    receiveCount: delivery.receiveCount,
    messageId: delivery.messageId,
    ...(traceId === undefined ? {} : { traceId }),
    requestId: invocation.requestId,
  });
}
