import { eraseConfidential } from '../record/confidential-data.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';

/**
 * The end of a job that is over, once its confidential data is erased. Without an answer its message is not
 * acknowledged: it comes back, finds the job over, and erases.
 */
export async function whenErased(
  { job, ports }: Invocation,
  over: { readonly id: string; readonly expiration: number },
  outcome: Outcome,
): Promise<Outcome> {
  try {
    await eraseConfidential(ports.records, job, over);
    return outcome;
  } catch (eraseError) {
    return { ...outcome, acknowledged: false, eraseError };
  }
}
