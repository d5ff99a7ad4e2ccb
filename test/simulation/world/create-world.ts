import { queuePairs } from '../../../millrace/definition/queue-pairs.ts';
import { DEAD_LETTER_RETENTION_SECONDS } from '../../../millrace/definition/timing.ts';
import { createSqs, type Sqs } from '../../../millrace/local/engine/sqs/create-sqs.ts';
import type { Queues } from '../../../millrace/message/queue.ts';
import type { JobRecord } from '../../../millrace/record/job-record.ts';
import { createMemoryRecordTable, type MemoryRecordTable } from '../../../millrace/testing/memory-record-table.ts';
import type { Invariants } from '../invariants/check.ts';
import { createDraw, type Draw } from './draw.ts';
import { createEventLog, type RecordedEvents } from './event-log.ts';
import { createFaults, type Faults } from './faults.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Plan } from './plan.ts';
import { createRequest, type Request } from './request.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { inProcessQueues } from './sim-queues.ts';

export const APP = 'shop';
export const STAGE = 'sim';

/** What all actors of a schedule share. */
export interface SimWorld {
  readonly plan: Plan;
  readonly draw: Draw;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly events: RecordedEvents;
  readonly request: Request;
  readonly sqs: Sqs;
  readonly queues: Queues;
  readonly table: MemoryRecordTable;
  readonly ledger: Ledger;
  readonly invariants: Invariants;
  readonly source: { readonly name: string; readonly url: string };
  readonly dead: { readonly name: string; readonly url: string };
  newId(): string;
  record(id: string | undefined): JobRecord | undefined;
}

export interface WorldOptions {
  readonly plan: Plan;
  readonly seed: number;
  readonly keepEvents: boolean;
  readonly invariants: (ledger: Ledger) => Invariants;
  readonly table?: MemoryRecordTable | undefined;
}

export async function createWorld(options: WorldOptions): Promise<SimWorld> {
  const { plan, seed, keepEvents } = options;
  const draw = createDraw(seed ^ 0x5eed);
  const scheduler = createScheduler(draw);
  const startMs = scheduler.now();
  const events = createEventLog(keepEvents, () => scheduler.now() - startMs);
  const faults = createFaults(draw, plan.intensity);
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const isShuffled = faults.strikes('delivered-out-of-order');
  const sqs = createSqs({
    clock: scheduler,
    endpoint: () => 'http://sqs.local',
    newId: () => `message-${++ids}`,
    faults: {
      duplicate: () => faults.strikes('delivered-twice'),
      ...(isShuffled ? { shuffle: draw.number } : {}),
    },
  });
  const table = options.table ?? createMemoryRecordTable();
  const ledger = createLedger(plan, (id) => table.records.get(id));
  const [{ source, deadLetter: dead }] = queuePairs(APP, STAGE, plan.jobs.newest);
  await createQueues(sqs, plan, source, dead);
  return {
    ...{ plan, draw, scheduler, faults, events, sqs, table, ledger, newId },
    request: createRequest({ scheduler, draw, faults, log: events.log }),
    queues: inProcessQueues(sqs),
    invariants: options.invariants(ledger),
    source: { name: source, url: `http://sqs.local/000000000000/${source}` },
    dead: { name: dead, url: `http://sqs.local/000000000000/${dead}` },
    record: (id) => (id === undefined ? undefined : table.records.get(id)),
  };
}

async function createQueues(sqs: Sqs, { jobs, settings }: Plan, source: string, dead: string): Promise<void> {
  const { visibilitySeconds, maxReceiveCount, retentionSeconds } = jobs.newest.timing;
  const kind = settings.isOrdered ? { FifoQueue: 'true' } : {};
  const deadRetention = { MessageRetentionPeriod: String(DEAD_LETTER_RETENTION_SECONDS) };
  await sqs.call('CreateQueue', { QueueName: dead, Attributes: { ...kind, ...deadRetention } });
  const policy = { deadLetterTargetArn: `arn:aws:sqs:us-east-1:000000000000:${dead}`, maxReceiveCount };
  await sqs.call('CreateQueue', {
    QueueName: source,
    Attributes: {
      ...kind,
      VisibilityTimeout: String(visibilitySeconds),
      MessageRetentionPeriod: String(retentionSeconds),
      RedrivePolicy: JSON.stringify(policy),
    },
  });
}
