/** What travels in a message's body: a CloudEvents 1.0 document, read. */
export interface Envelope {
  /** The job id, as the sender worked it out; the consumer derives its own. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** ISO instant of the sending. */
  readonly time: string;
  /** Version of the payload schema, from `dataschema`. */
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO instant after which the job is dropped unrun (`expirytime`). */
  readonly expiresAt?: string;
  readonly traceparent?: string;
  /** How many jobs enqueued one another up to this one (`hops`). */
  readonly hops: number;
}

/** Why a body holds no job: a permanent fault of the message. */
export type UnreadableReason = 'unparseable' | 'too-deep' | 'unsafe-integer' | 'not-a-job';

export type ReadEnvelope =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly reason: UnreadableReason };
