import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createConsumer } from '../../consumer/create-consumer.ts';
import type { ConsumerPorts, ConsumerSettings } from '../../consumer/invocation.ts';
import type { Work } from '../../consumer/work.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import type { Clock } from '../../message/clock.ts';
import type { Faults } from './faults.ts';
import { createLife, type Life, withinLife } from './life.ts';
import type { RecordedLog } from './recorded-log.ts';
import { workerQueues, workerRecords } from './worker-calls.ts';

/** One execution environment: a consumer that can die between any two of its calls. */
export interface Worker {
  readonly life: Life;
  invoke(event: SQSEvent, context: Context): Promise<SQSBatchResponse>;
}

export interface WorkerOptions {
  readonly job: JobDefinition;
  /** The work, for a worker of this life. */
  readonly workIn: (life: Life) => Work;
  readonly settings: ConsumerSettings;
  readonly ports: Omit<ConsumerPorts, 'logger'>;
  readonly faults: Faults;
  readonly log: RecordedLog;
}

export function startWorker({ job, workIn, settings, ports, faults, log }: WorkerOptions): Worker {
  const life = createLife();
  const consumer = createConsumer(job, workIn(life), settings, {
    ...ports,
    clock: mortalClock(ports.clock, life),
    queues: workerQueues(ports.queues, life, faults),
    records: workerRecords(ports.records, life, faults),
    logger: log.logger(life),
  });
  return { life, invoke: (event, context) => withinLife(life, () => consumer(event, context)) };
}

/** A dead process' timers never fire. */
export function mortalClock(clock: Clock, life: Life): Clock {
  return {
    now: () => clock.now(),
    after: (delayMs, callback) =>
      clock.after(delayMs, () => {
        if (!life.isOver()) callback();
      }),
  };
}
