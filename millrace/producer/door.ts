import type { Timing } from '../definition/timing.ts';
import type { Clock } from '../message/clock.ts';
import type { Queues } from '../message/queue.ts';
import { createAdmission } from './admission.ts';
import { QueueFullError } from './enqueue-errors.ts';
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
  /** Readings of a queue's depth that failed: jobs were sent without one. */
  readonly depthUnread: number;
}

export type Counting<Counts> = { -readonly [Name in keyof Counts]: number };

export interface DoorPorts {
  readonly queues: Queues;
  urlOf(queueName: string): Promise<string>;
  readonly clock: Clock;
  readonly counts: Counting<ProducerCounts>;
  readonly onDepthUnread: ((queueName: string, error: unknown) => void) | undefined;
}

/** Lets in what a queue has room for, in the order given. */
export function createDoor({ queues, urlOf, clock, counts, onDepthUnread }: DoorPorts) {
  const admission = createAdmission({
    clock,
    depth: async (queueName) => {
      const { waiting, inFlight, delayed } = await queues.depth(await urlOf(queueName));
      return waiting + inFlight + delayed;
    },
    unread: (queueName, error) => {
      counts.depthUnread += 1;
      onDepthUnread?.(queueName, error);
    },
  });
  return async (
    queueName: string,
    { maxDepth, drainPerSecond }: Timing,
    prepared: readonly (SendableJob | Error)[],
  ): Promise<AdmittedMessages> => {
    const wanted = prepared.filter((one): one is SendableJob => !(one instanceof Error));
    const { admitted, depth, waitsSeconds, settled } = await admission.admit(
      queueName,
      { maxDepth, drainPerSecond },
      wanted.length,
    );
    counts.queueFull += waitsSeconds.length;
    const refused = new Map(wanted.slice(admitted).map((one, index) => [one, waitsSeconds[index] ?? 1]));
    return {
      settled,
      admitted: prepared.map((one) => {
        const seconds = one instanceof Error ? undefined : refused.get(one);
        return one instanceof Error || seconds === undefined
          ? one
          : new QueueFullError(one.jobId, { depth, maxDepth, seconds });
      }),
    };
  };
}
