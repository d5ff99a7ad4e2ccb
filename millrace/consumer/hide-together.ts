import type { Delivery } from '../message/delivery.ts';
import type { Hide, Queues } from '../message/queue.ts';
import type { JobLogger } from './consumer-logger.ts';

/** Hides messages; those asked for in one tick share a request. A refused hide is logged: the lease still holds. */
export function createHide(queues: Queues, queueUrl: string, logger: JobLogger) {
  let waiting: Hide[] = [];
  let flushed: Promise<void> | undefined;
  const flush = async () => {
    await Promise.resolve();
    const hides = waiting;
    waiting = [];
    flushed = undefined;
    try {
      for (const failure of await queues.hide(queueUrl, hides)) {
        logger.warn('a message could not be hidden', { code: failure.code });
      }
    } catch (error) {
      logger.warn('messages could not be hidden', { error: String(error), messages: hides.length });
    }
  };
  return (delivery: Delivery, seconds: number): Promise<void> => {
    waiting.push({ receiptHandle: delivery.receiptHandle, seconds });
    flushed ??= flush();
    return flushed;
  };
}
