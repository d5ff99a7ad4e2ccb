import type { DeliveredJob } from './claim-job.ts';
import { endAsDead } from './end-unclaimed.ts';
import type { Invocation } from './invocation.ts';
import type { DeferralReason, Outcome } from './outcome.ts';
import { planDeferral } from './plan-deferral.ts';

/** Hides a job that is not to run now, at no cost to its attempts; once it has waited too long it dies of that. */
export async function defer(
  invocation: Invocation,
  delivered: DeliveredJob,
  reason: DeferralReason,
  error?: unknown,
  askedSeconds?: number,
): Promise<Outcome> {
  const { delivery } = delivered;
  const hiding = planDeferral(invocation, delivery, reason, askedSeconds);
  if (hiding.kind === 'waited-too-long') {
    return endAsDead(invocation, delivered, { reason: 'waited-too-long' });
  }
  await invocation.hide(delivery, hiding.seconds);
  return {
    ...{ name: 'deferred', acknowledged: false, jobId: delivered.job.content.id, reason },
    hiddenSeconds: hiding.seconds,
    ...(error === undefined ? {} : { error }),
  };
}
