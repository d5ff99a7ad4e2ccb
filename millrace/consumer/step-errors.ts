/** Nothing more of this run can start in the time that is left; what is done goes on in the next one. */
export class TooLittleTimeError extends Error {
  override readonly name = 'TooLittleTimeError';
}

/** Nobody knows whether a step's effect happened: it is never repeated unseen. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/** Someone else holds the job by now. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError';
}

/** The job is to be cancelled: nothing more of it starts. */
export class CancelRequestedError extends Error {
  override readonly name = 'CancelRequestedError';
}
