import type { Delivery } from '../message/delivery.ts';
import type { Hide, Queues } from '../message/queue.ts';
import type { JobLogger } from './consumer-logger.ts';

/** What hiding needs of an invocation. */
export interface HidingPorts {
  readonly queues: Queues;
  readonly queueUrl: string;
  readonly logger: JobLogger;
}

/** Hides messages; those asked for in one tick share a request. */
export function createHide(ports: HidingPorts) {
  let waiting: Hide[] = [];
  let flushed: Promise<void> | undefined;
  const flush = async () => {
    await Promise.resolve();
    const hides = waiting;
    waiting = [];
    flushed = undefined;
    await hideAll(ports, hides);
  };
  return (delivery: Delivery, seconds: number): Promise<void> => {
    waiting.push({ receiptHandle: delivery.receiptHandle, seconds });
    flushed ??= flush();
    return flushed;
  };
}

/** One request. What is refused, or not answered, is logged: the lease, or the queue's own timeout, still holds. */
export async function hideAll(
  { queues, queueUrl, logger }: HidingPorts,
  hides: readonly Hide[],
  signal?: AbortSignal,
): Promise<void> {
  try {
    for (const failure of await queues.hide(queueUrl, hides, signal)) {
      logger.warn('a message could not be hidden', { code: failure.code });
    }
  } catch (error) {
    logger.warn('messages could not be hidden', { error: String(error), messages: hides.length });
  }
}
