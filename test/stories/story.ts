/** What a story counted: by outcome lines, by the records, and by the twins' own ledgers. */
export interface StoryResult {
  readonly name: string;
  /** Messages sent. */
  readonly sent: number;
  readonly completed: number;
  /** Deliveries answered from the store. */
  readonly duplicates: number;
  readonly dead: number;
  /** What really happened at the outside services, from their ledgers. */
  readonly effects: number;
  /** Runs that reached a handler, as the records count them. */
  readonly attempts: number;
  /** Times a message came back because its visibility timeout expired. */
  readonly returned: number;
  readonly reasons: readonly string[];
  readonly jobs: readonly StoryJob[];
}

export interface StoryJob {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly reason?: string;
}

/** Where a story happens, and to whom it is told. */
export interface Story {
  readonly name: string;
  tell(theatre: import('./theatre.ts').Theatre): Promise<StoryResult>;
}
