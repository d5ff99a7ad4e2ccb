/** Epoch seconds: DynamoDB may remove the item from then on. */
interface Expiring {
  readonly expiration: number;
}

/** What was counted together, and how much there is to add to it. */
export interface Counting extends Expiring {
  readonly id: string;
  readonly by: number;
}

/** A state that all consumers of a job type share, replaced as a whole; the names are the stored attributes. */
export interface SharedItem extends Expiring {
  /** What `sharedItemId` gives. */
  readonly id: string;
  /** Random, of the write that put it there: it tells whether the item still is what was read. */
  readonly fence: string;
  /** Epoch milliseconds. */
  readonly opened_at?: number;
  readonly closed_at?: number;
  /** Until then one run tests an open breaker. */
  readonly probe_until?: number;
  /** From then on a job that a full queue refused has a place in it. */
  readonly place_at?: number;
}

/** `item`: what stands after the write, or what stood against it. */
export interface ReplaceAnswer {
  readonly written: boolean;
  readonly item: SharedItem | undefined;
}
