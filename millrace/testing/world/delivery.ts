import type { SQSBatchResponse } from 'aws-lambda';
import type { BatchReport } from '../../local/event-source/batch-report.ts';
import type { EventSourceSettings } from '../../local/event-source/event-source-options.ts';
import { runBatch } from '../../local/event-source/run-batch.ts';
import type { SourceQueue } from '../../local/event-source/source-queue.ts';
import type { VirtualClock } from '../../message/clock.ts';
import { MOST_BATCH_ENTRIES } from '../../message/queue.ts';
import type { Faults } from './faults.ts';
import type { Workers } from './workers.ts';
import type { Delivered, DeliverOptions } from './world.ts';

interface DeliveryOptions {
  readonly settings: EventSourceSettings;
  readonly queue: SourceQueue;
  readonly workers: Workers;
  readonly faults: Faults;
  readonly clock: VirtualClock;
}

const NOTHING = { messages: 0, deleted: 0, kept: 0 };

/** One pass of the event source mapping: a receive, an invocation, and what follows from its answer. */
export function createDelivery({ settings, queue, workers, faults, clock }: DeliveryOptions) {
  // Nothing waits here but for the world's own clock: no pass is ever called off.
  const { signal } = new AbortController();
  const acknowledging: SourceQueue = {
    receive: queue.receive,
    delete: async (messages) =>
      faults.take('acknowledge', messages.map(({ Body }) => Body).join('\n'))
        ? messages.length
        : queue.delete(messages),
  };
  return async (options: DeliverOptions = {}): Promise<Delivered> => {
    const { most = settings.batchSize, secondsGone = 0, wakesAfterTimeout = false } = options;
    const messages = await queue.receive(Math.min(most, settings.batchSize, MOST_BATCH_ENTRIES), 0, signal);
    if (messages.length === 0) return NOTHING;
    let answer: SQSBatchResponse | undefined;
    let report: BatchReport | undefined;
    await runBatch(
      messages,
      {
        settings,
        queue: acknowledging,
        clock,
        invoke: async (event) => {
          answer = await workers.invoke(event, { secondsGone, wakesAfterTimeout });
          return answer;
        },
        report: (told) => {
          report = told;
        },
      },
      signal,
    );
    return { ...NOTHING, ...report, ...failedIdsIn(answer) };
  };
}

function failedIdsIn(answer: SQSBatchResponse | undefined): Pick<Delivered, 'failedIds'> {
  return answer === undefined
    ? {}
    : { failedIds: answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}
