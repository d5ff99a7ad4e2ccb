import type { DeathReason } from '../record/job-record.ts';

/** How one delivery ended. */
export type OutcomeName =
  /** The handler returned and its result is stored. */
  | 'completed'
  /** The job had ended before: answered from the store. */
  | 'duplicate'
  /** Past its expiry: dropped unrun, and recorded so. */
  | 'expired'
  /** Cancelled before it ran, or by a run that did not succeed. */
  | 'cancelled'
  /** Out of time after a step was finished: it goes on at the next one, in the next run. */
  | 'continued'
  /** The handler threw; another attempt is due. */
  | 'failed'
  /** The handler said "not yet"; the attempt is taken back. */
  | 'not-yet'
  /** Not run, for a reason of ours that passes by itself; costs no attempt. */
  | 'deferred'
  /** Another run holds the job. */
  | 'in-progress'
  /** In the dead-letter queue, with its reason. */
  | 'dead'
  /** Dead, but its copy did not reach the dead-letter queue yet: the original comes back. */
  | 'parking-failed'
  /** The claim was lost while the job ran: whoever took it over settles it. */
  | 'lost-claim'
  /** The record did not answer: nothing is known, so nothing was touched. */
  | 'unanswered';

export interface Outcome {
  readonly name: OutcomeName;
  /** True where the message may be deleted. */
  readonly acknowledged: boolean;
  readonly jobId?: string;
  readonly attempt?: number;
  readonly reason?: DeathReason | DeferralReason;
  /** Hidden for this long. */
  readonly hiddenSeconds?: number;
  /** JSON text of the stored result. */
  readonly result?: string;
  readonly error?: unknown;
  /** Paths and reasons of a refused payload or result, never values. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** Why the confidential data of a job that is over is not erased yet. */
  readonly eraseError?: unknown;
  readonly ranMs?: number;
  /** Steps of a cancelled job that began and have no known end: their effects may have happened. */
  readonly unknownEffects?: readonly string[];
}

export type DeferralReason =
  | 'newer-version'
  | 'too-little-time'
  | 'breaker-open'
  | 'breaker-returning'
  | 'rate-spent'
  | 'gate-unanswered'
  | 'no-claim'
  | 'contended'
  | 'unknown-status'
  | 'handed-back';
