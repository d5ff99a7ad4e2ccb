import type { Message } from '@aws-sdk/client-sqs';
import type { BatchReport } from '../../../millrace/local/event-source/batch-report.ts';
import { createEventSource } from '../../../millrace/local/event-source/event-source.ts';
import type { EventSourceSettings } from '../../../millrace/local/event-source/event-source-options.ts';
import type { SourceQueue } from '../../../millrace/local/event-source/source-queue.ts';
import { createVirtualClock } from '../../../millrace/message/clock.ts';

interface FakeSource extends SourceQueue {
  readonly deleted: string[];
  readonly deleteBatches: string[][];
  /** What each receive asked for. */
  readonly receives: { readonly atMost: number; readonly waitSeconds: number }[];
  arrive(...messages: readonly Message[]): void;
}

export function message(id: string, body = `body of ${id}`): Message {
  return { MessageId: id, ReceiptHandle: `handle-${id}`, Body: body };
}

/** A queue in memory whose long polls wait for `arrive`. What was received stays hidden for good. */
function createFakeSource(): FakeSource {
  const waiting: Message[] = [];
  let wake: () => void = () => undefined;
  const deleteBatches: string[][] = [];
  const receives: { atMost: number; waitSeconds: number }[] = [];
  return {
    deleteBatches,
    receives,
    get deleted() {
      return deleteBatches.flat();
    },
    arrive: (...messages) => {
      waiting.push(...messages);
      wake();
    },
    receive: async (atMost, waitSeconds, signal) => {
      receives.push({ atMost, waitSeconds });
      while (waiting.length === 0) {
        signal.throwIfAborted();
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      return waiting.splice(0, atMost);
    },
    delete: async (messages) => {
      deleteBatches.push(messages.map(({ MessageId }) => String(MessageId)));
      return 0;
    },
  };
}

const settings: EventSourceSettings = {
  functionName: 'emails',
  queueArn: 'arn:aws:sqs:us-east-1:000000000000:emails',
  region: 'us-east-1',
  visibilitySeconds: 60,
  batchSize: 10,
  windowSeconds: 0,
  maximumConcurrency: 2,
  reportBatchItemFailures: true,
  enabled: true,
};

type Invoke = Parameters<typeof createEventSource>[0]['invoke'];

/** An event source over a fake queue, on a clock that stands still. */
export function openFakeEventSource(invoke: Invoke, overrides: Partial<EventSourceSettings> = {}) {
  const queue = createFakeSource();
  const clock = createVirtualClock();
  const reports: BatchReport[] = [];
  const unreachable: unknown[] = [];
  const source = createEventSource({
    settings: { ...settings, ...overrides },
    queue,
    invoke,
    clock,
    report: (report) => reports.push(report),
    reportUnreachable: (error) => unreachable.push(error),
  });
  return { source, queue, clock, reports, unreachable };
}
