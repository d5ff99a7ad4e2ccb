import type { JobRecord } from '../record/job-record.ts';
import type { DeliveredJob } from './claim-job.ts';
import { capHide } from './hiding.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';

const CLAIM_OVER_SECONDS = 1;

/** Hides a message until the claim that another run holds is over. */
export async function waitForClaim(invocation: Invocation, delivered: DeliveredJob, held: JobRecord): Promise<Outcome> {
  const leftSeconds = ((held.in_progress_expiration ?? 0) - invocation.ports.clock.now()) / 1000;
  const seconds = capHide(invocation.job.timing, leftSeconds + CLAIM_OVER_SECONDS);
  await invocation.hide(delivered.delivery, seconds);
  return { name: 'in-progress', acknowledged: false, jobId: held.id, hiddenSeconds: seconds };
}
