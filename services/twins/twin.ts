/** A request as a twin sees it. */
export interface TwinCall {
  readonly method: string;
  /** Below the twin's prefix, decoded, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** JSON, or the fields of a form. */
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

export interface TwinAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string as text. */
  readonly body: unknown;
}

/** Something that really happened at the service: a mail sent, a card charged. */
export interface Effect {
  readonly kind: string;
  readonly idempotencyKey?: string | undefined;
  readonly [detail: string]: unknown;
}

/** Writes an effect down and answers its number, from 1. */
export type RecordEffect = (effect: Effect) => number;

/** A stand-in for an outside service: what it answers, and what it does when it answers. */
export interface Twin {
  /** The same idempotency key is answered again from memory and does nothing. */
  readonly deduplicates: boolean;
  /** Starts with an empty memory; `now` tells epoch milliseconds. */
  open(record: RecordEffect, now: () => number): (call: TwinCall) => TwinAnswer;
}
