import type { BatchReport } from '../../millrace/local/event-source/batch-report.ts';
import { runBatch } from '../../millrace/local/event-source/run-batch.ts';
import { type SourceQueue, sqsSourceQueue } from '../../millrace/local/event-source/source-queue.ts';
import { createFunctionPool, type FunctionEvent } from '../../millrace/local/function/function-pool.ts';
import { workerEnvironment } from '../../millrace/local/function/worker-environment.ts';
import { systemClock } from '../../millrace/message/clock.ts';
import type { ChaosStack } from './chaos-stack.ts';

export interface WorkforceOptions {
  readonly stack: ChaosStack;
  /** Where the services answer. */
  readonly services: Readonly<Record<string, string>>;
  readonly onEvent: (event: FunctionEvent) => void;
  /** Of each batch, before its messages can come back. */
  readonly onBatch: (report: BatchReport) => Promise<void>;
  /** Of each message received, how often it was. */
  readonly onReceive: (receiveCount: number) => void;
}

/** The job's function in real processes, fed by as many batches at once as its mapping allows. */
export interface Workforce {
  /** Ends one of the processes by SIGKILL. */
  kill(): boolean;
  /** Works until nothing is visible on the queue and nothing runs. */
  workOff(): Promise<void>;
  stop(): Promise<void>;
}

export function createWorkforce(options: WorkforceOptions): Workforce {
  const { stack, onReceive, onBatch } = options;
  const { engine, clients, deployed } = stack;
  const pool = startPool(options);
  const { signal } = new AbortController();
  const queue = counted(sqsSourceQueue(clients.sqs, deployed.pairs[0].source.url), onReceive);
  const lane = async () => {
    for (;;) {
      const messages = await queue.receive(deployed.pairs[0].mapping.batchSize, 0, signal);
      if (messages.length === 0) return;
      const reports: BatchReport[] = [];
      const report = (told: BatchReport) => void reports.push(told);
      const batch = { settings: deployed.pairs[0].mapping, queue, clock: engine.clock, invoke: pool.invoke, report };
      await runBatch(messages, batch, signal);
      for (const told of reports) await onBatch(told);
    }
  };
  return {
    kill: pool.kill,
    workOff: async () => {
      await Promise.all(Array.from({ length: deployed.pairs[0].mapping.maximumConcurrency }, lane));
    },
    stop: pool.stop,
  };
}

function startPool({ stack: { engine, deployed, scratchDir }, services, onEvent }: WorkforceOptions) {
  const settings = deployed.consumer;
  const endpoints = { AWS_ENDPOINT_URL: engine.endpoint, ...services };
  return createFunctionPool({
    settings,
    environment: workerEnvironment(settings, { endpoints, overrides: {} }),
    compileCacheDir: scratchDir,
    clock: systemClock,
    clockOffsetMs: () => engine.clock.now() - systemClock.now(),
    report: onEvent,
  });
}

function counted(queue: SourceQueue, onReceive: (receiveCount: number) => void): SourceQueue {
  return {
    ...queue,
    receive: async (...asked) => {
      const messages = await queue.receive(...asked);
      for (const { Attributes } of messages) onReceive(Number(Attributes?.ApproximateReceiveCount));
      return messages;
    },
  };
}
