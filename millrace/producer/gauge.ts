import type { Clock } from '../message/clock.ts';
import { QueueNotFoundError } from '../message/queue-not-found-error.ts';
import { within } from '../message/within.ts';
import type { Peers } from './peers.ts';

/** A queue's depth as one process knows it. */
export interface Gauge {
  /**
   * Reads the queue where the last reading is too old to go by; sooner where it says that the queue is short of room.
   * @throws QueueNotFoundError
   */
  look(isShort: (depth: number) => boolean): Promise<void>;
  /** The last reading and what this process adds to it; undefined where the last reading failed. */
  depth(): number | undefined;
  /** Messages are on their way; the answered function says that they are sent, or given up. */
  sending(messages: number): () => void;
  /** As measured over the last minute; what is expected where that tells nothing. */
  drainPerSecond(expected: number): number;
}

export interface GaugePorts {
  readonly clock: Clock;
  readonly peers: Peers;
  /** Messages in the queue: visible, in flight and delayed. */
  depth(queueName: string): Promise<number>;
  /** Told of a reading, or a place in line, that was not to be had; sending is not blocked by it. */
  unanswered(queueName: string, error: unknown): void;
}

const READING_HOLDS_MS = 5_000;
const SHORT_READING_HOLDS_MS = 1_000;
/** Slower than this, the reading counts as failed: a job that may be sent does not wait for it. */
const READ_WITHIN_MS = 1_000;
const MEASURED_OVER_MS = 60_000;
/** So many messages, in the time that they are expected to take, count as seen: short looks and standstills tell little. */
const EXPECTED_MESSAGES = 3;

interface Reading {
  readonly atMs: number;
  readonly depth: number;
  /** Of all that this process ever sent, what was sent before the queue was asked. */
  readonly sent: number;
  /** The same, over all processes that tell. */
  readonly sentByAll: number;
}

export function createGauge(queueName: string, { clock, depth, peers, unanswered }: GaugePorts): Gauge {
  let sent = 0;
  let onTheirWay = 0;
  let told = 0;
  let sentByAll = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let readings: Reading[] = [];
  let current: Reading | undefined;
  let looking: Promise<void> | undefined;

  const estimate = () => current && current.depth + sent - current.sent + onTheirWay;
  const read = async () => {
    lookedAtMs = clock.now();
    const sentBefore = sent;
    try {
      const telling = tell(sentBefore);
      const found = await within(clock, READ_WITHIN_MS, depth(queueName));
      current = { depth: found, atMs: clock.now(), sent: sentBefore, sentByAll: await telling };
      const oldestMs = current.atMs - MEASURED_OVER_MS;
      readings = [...readings.filter(({ atMs }) => atMs >= oldestMs), current];
    } catch (error) {
      current = undefined;
      if (!(error instanceof QueueNotFoundError)) return unanswered(queueName, error);
      lookedAtMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };
  const tell = async (sentBefore: number) => {
    const untold = sentBefore - told;
    try {
      sentByAll = await within(clock, READ_WITHIN_MS, peers.sent(queueName, untold));
      told = sentBefore;
      return sentByAll;
    } catch (error) {
      unanswered(queueName, error);
      // Who does not hear of it now will, the next time.
      return sentByAll + untold;
    }
  };
  return {
    async look(isShort) {
      const known = estimate();
      const holdsMs = known !== undefined && isShort(known) ? SHORT_READING_HOLDS_MS : READING_HOLDS_MS;
      if (looking === undefined && clock.now() - lookedAtMs >= holdsMs) {
        looking = read().finally(() => {
          looking = undefined;
        });
      }
      await looking;
    },
    depth: estimate,
    sending: (messages) => {
      onTheirWay += messages;
      return () => {
        onTheirWay -= messages;
        sent += messages;
      };
    },
    drainPerSecond: (expected) => {
      const [oldest] = readings;
      if (!oldest || !current || oldest === current) return expected;
      const messages = Math.max(0, oldest.depth + current.sentByAll - oldest.sentByAll - current.depth);
      const seconds = (current.atMs - oldest.atMs) / 1000;
      return (messages + EXPECTED_MESSAGES) / (seconds + EXPECTED_MESSAGES / expected);
    },
  };
}
