/** What real SQS may do and this engine does only when asked. */
export interface SqsFaults {
  /** Draws numbers that put a standard queue's messages in any order. */
  readonly shuffle?: () => number;
  /** Says of each message sent to a standard queue whether it is delivered twice. */
  readonly duplicate?: () => boolean;
  /** Messages in flight per queue: SQS's own limit is about 120,000. */
  readonly inFlightLimit?: number;
}
