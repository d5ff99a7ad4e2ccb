import type { Timing } from '../definition/timing.ts';
import type { Clock } from '../message/clock.ts';
import type { Queues } from '../message/queue.ts';
import { createAdmission } from './admission.ts';
import { QueueFullError } from './enqueue-errors.ts';
import type { Peers } from './peers.ts';
import type { SendableJob } from './prepare-message.ts';

/** Of prepared jobs, those that their queue has room for; the others' errors stand in their places. */
export interface AdmittedMessages {
  readonly admitted: readonly (SendableJob | Error)[];
  /** To be called once, when they are sent or given up. */
  readonly settled: () => void;
}

/** What a producer has counted since it was made. */
export interface ProducerCounts {
  /** Jobs refused because their queue was full. */
  readonly queueFull: number;
  /** Looks at a queue's depth, or at the line before it, that failed: nothing was refused for that. */
  readonly unanswered: number;
}

export type Counting<Counts> = { -readonly [Name in keyof Counts]: number };

export interface DoorPorts {
  readonly queues: Queues;
  urlOf(queueName: string): Promise<string>;
  readonly clock: Clock;
  readonly counts: Counting<ProducerCounts>;
  readonly peers: Peers;
  readonly onUnanswered: ((queueName: string, error: unknown) => void) | undefined;
}

/** Lets in what a queue has room for, in the order given. */
export function createDoor({ queues, urlOf, clock, counts, peers, onUnanswered }: DoorPorts) {
  const admission = createAdmission({
    ...{ clock, peers },
    depth: async (queueName) => {
      const { waiting, inFlight, delayed } = await queues.depth(await urlOf(queueName));
      return waiting + inFlight + delayed;
    },
    unanswered: (queueName, error) => {
      counts.unanswered += 1;
      onUnanswered?.(queueName, error);
    },
  });
  return async (
    queueName: string,
    { maxDepth, drainPerSecond }: Timing,
    prepared: readonly (SendableJob | Error)[],
  ): Promise<AdmittedMessages> => {
    const jobIds = prepared.flatMap((one) => (one instanceof Error ? [] : [one.jobId]));
    const { waitsSeconds, depth, settled } = await admission.admit(queueName, { maxDepth, drainPerSecond }, jobIds);
    counts.queueFull += waitsSeconds.size;
    return {
      settled,
      admitted: prepared.map((one) => {
        const seconds = one instanceof Error ? undefined : waitsSeconds.get(one.jobId);
        return one instanceof Error || seconds === undefined
          ? one
          : new QueueFullError(one.jobId, { depth, maxDepth, seconds });
      }),
    };
  };
}
