/** A stretch of time in which some of those who were refused are to come back. */
export interface PlaceSlot {
  readonly seconds: number;
  /** The how-manieth stretch of that length since the epoch. */
  readonly number: number;
}

/** What the processes that send to a queue tell one another. */
export interface Peers {
  /** Adds to what was sent to the queue. Answers all that ever was, by whoever tells. */
  sent(queueName: string, messages: number): Promise<number>;
  /** Answers how many have taken a place in that slot, this one included. */
  take(queueName: string, slot: PlaceSlot): Promise<number>;
  /** Remembers until when a job was told to wait. */
  keep(jobId: string, placeAtMs: number): Promise<void>;
  /** Undefined where it was told nothing, or long ago. */
  find(jobId: string): Promise<number | undefined>;
}

/** A process that knows of no other. */
export function createNoPeers(): Peers {
  const counts = new Map<string, number>();
  const kept = new Map<string, number>();
  const add = async (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    set(counts, key, count);
    return count;
  };
  return {
    sent: (queueName, messages) => add(queueName, messages),
    take: (queueName, { seconds, number }) => add(`${queueName}/${seconds}/${number}`, 1),
    keep: async (jobId, placeAtMs) => set(kept, jobId, placeAtMs),
    find: async (jobId) => kept.get(jobId),
  };
}

const MOST_KEPT = 10_000;

/** As the youngest; the oldest is forgotten where there are too many. */
function set(known: Map<string, number>, key: string, value: number): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
}
