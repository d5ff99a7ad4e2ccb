import { QueueNotFoundError } from '../message/queue-not-found-error.ts';
import { within } from '../message/within.ts';
import type { AdmissionPorts } from './admission.ts';

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
  /** As measured over the last minute; undefined where there is no earlier reading to compare with. */
  drainPerSecond(): number | undefined;
}

const READING_HOLDS_MS = 5_000;
const SHORT_READING_HOLDS_MS = 1_000;
/** Slower than this, the reading counts as failed: a job that may be sent does not wait for it. */
const READ_WITHIN_MS = 1_000;
const MEASURED_OVER_MS = 60_000;

interface Reading {
  readonly atMs: number;
  readonly depth: number;
  /** Of all that this process ever sent, what was sent before the queue was asked. */
  readonly sent: number;
}

export function createGauge(queueName: string, { clock, depth, unread }: AdmissionPorts): Gauge {
  let sent = 0;
  let onTheirWay = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let current: Reading | undefined;
  let readings: Reading[] = [];
  let looking: Promise<void> | undefined;

  const estimate = () => current && current.depth + sent - current.sent + onTheirWay;
  const read = async () => {
    lookedAtMs = clock.now();
    const sentBefore = sent;
    try {
      const reading = {
        depth: await within(clock, READ_WITHIN_MS, depth(queueName)),
        atMs: clock.now(),
        sent: sentBefore,
      };
      readings = [...readings.filter(({ atMs }) => atMs >= reading.atMs - MEASURED_OVER_MS), reading];
      current = reading;
    } catch (error) {
      current = undefined;
      if (error instanceof QueueNotFoundError) {
        lookedAtMs = Number.NEGATIVE_INFINITY;
        throw error;
      }
      unread(queueName, error);
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
    drainPerSecond: () => {
      const [oldest, newest] = [readings[0], readings.at(-1)];
      if (!oldest || !newest || newest.atMs - oldest.atMs < SHORT_READING_HOLDS_MS) return undefined;
      const drained = oldest.depth + newest.sent - oldest.sent - newest.depth;
      return Math.max(0, (drained * 1000) / (newest.atMs - oldest.atMs));
    },
  };
}
