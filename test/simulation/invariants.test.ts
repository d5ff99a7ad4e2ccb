import { describe, expect, it } from 'vitest';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import type { ConsumerPorts } from '../../millrace/consumer/invocation.ts';
import type { Queues } from '../../millrace/message/queue.ts';
import type { RedriveReport } from '../../millrace/ops/redrive/redrive-report.ts';
import type { RecordTable, RecordWrite } from '../../millrace/record/record-table.ts';
import { createMemoryRecordTable, type MemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import type { CreateConsumer } from './actors/workers.ts';
import { nothingMovedNatively } from './invariants/nothing-moved-natively.ts';
import { redriveAddsUp } from './invariants/redrive-adds-up.ts';
import { runSchedule, type ScheduleOptions } from './run-schedule.ts';
import { createLedger } from './world/ledger.ts';
import { createPlan } from './world/plan.ts';

const MOST_SCHEDULES = 60;

/** The invariants that break in some schedules with a broken part. */
async function brokenBy(broken: () => ScheduleOptions, awaited: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let seed = 1; seed <= MOST_SCHEDULES && !seen.has(awaited); seed += 1) {
    for (const { invariant } of (await runSchedule(seed, broken())).violations) seen.add(invariant);
  }
  return seen;
}

function consumerWith(change: (ports: ConsumerPorts) => Partial<ConsumerPorts>): () => ScheduleOptions {
  const create: CreateConsumer = (job, work, settings, ports) =>
    createConsumer(job, work, settings, { ...ports, ...change(ports) });
  return () => ({ createConsumer: create });
}

const withWrites = (change: (write: RecordWrite) => RecordWrite) =>
  consumerWith(({ records }) => {
    const changed: RecordTable = { ...records, update: (write) => records.update(change(write)) };
    return { records: changed };
  });

const withQueues = (change: (queues: Queues) => Partial<Queues>) =>
  consumerWith(({ queues }) => ({ queues: { ...queues, ...change(queues) } }));

function consumerThat(answers: (ids: readonly string[]) => readonly string[]): () => ScheduleOptions {
  const create: CreateConsumer = (...made) => {
    const consumer = createConsumer(...made);
    return async (event, context) => {
      await consumer(event, context);
      const named = answers(event.Records.map(({ messageId }) => messageId));
      return { batchItemFailures: named.map((itemIdentifier) => ({ itemIdentifier })) };
    };
  };
  return () => ({ createConsumer: create });
}

function tableWithoutConditions(): ScheduleOptions {
  const table = createMemoryRecordTable();
  const open: MemoryRecordTable = {
    ...table,
    update: ({ when: _when, ...write }) => table.update(write),
  };
  return { table: open };
}

const EXPIRES_TOO_SOON_MS = 12_000;

/** Each broken part, and what has to be seen of it. */
const parts: readonly (readonly [part: string, invariant: string, broken: () => ScheduleOptions])[] = [
  ['a consumer that acknowledges all', 'no accepted job is lost', consumerThat(() => [])],
  ['a consumer that acknowledges all', 'a message is acknowledged when it is over', consumerThat(() => [])],
  ['a consumer that acknowledges nothing', 'the queue drains', consumerThat((ids) => ids)],
  ['a table without conditions', 'an effect happens once', tableWithoutConditions],
  ['a table without conditions', 'a live claim belongs to its owner', tableWithoutConditions],
  ['a table without conditions', 'a good record is never harmed', tableWithoutConditions],
  [
    'a consumer that never sends to the dead-letter queue',
    'the dead are in the dead-letter queue',
    withQueues(() => ({ send: async () => [] })),
  ],
  [
    'a consumer that takes no attempt back',
    'attempts are counted as they were made',
    withWrites(({ add, ...write }) => (add?.attempts === -1 ? write : { ...write, ...(add && { add }) })),
  ],
  [
    'a consumer whose claims lapse too soon',
    'a live claim belongs to its owner',
    withWrites((write) => {
      const until = write.set.in_progress_expiration;
      if (until === undefined) return write;
      return { ...write, set: { ...write.set, in_progress_expiration: until - EXPIRES_TOO_SOON_MS } };
    }),
  ],
  [
    'a consumer that leaves the marks of a claim behind',
    'a record is what its status says',
    withWrites(({ remove, ...write }) =>
      write.set.status === 'COMPLETED' ? write : { ...write, ...(remove && { remove }) },
    ),
  ],
  [
    'a consumer that keeps no failures',
    'what a run came to is kept',
    withWrites((write) => {
      const { failures: _failures, ...set } = write.set;
      return { ...write, set };
    }),
  ],
  [
    'a consumer that throws',
    'the consumer answers',
    () => ({
      createConsumer: () => async () => {
        throw new Error('out of order');
      },
    }),
  ],
];

describe('what is broken is seen', { timeout: 60_000 }, () => {
  it.each(parts)('%s: %s', async (_part, invariant, broken) => {
    expect(await brokenBy(broken, invariant)).toContain(invariant);
  });

  it('a redrive that loses count', () => {
    const report: RedriveReport = {
      ...{ dryRun: false, received: 3, redriven: 1, refused: 1, skipped: 0, discarded: 0, failed: 0 },
      ...{
        verdicts: { safe: 2 },
        failures: [],
        possibleDoubles: [],
        stillHidden: 0,
        aboutLeft: 0,
        aboutHeldElsewhere: 0,
      },
    };
    expect(redriveAddsUp.onReport?.(report)).toMatchObject({ saw: 'received 3, ended 2, judged 2' });
    expect(redriveAddsUp.onReport?.({ ...report, received: 2 })).toBeUndefined();
  });

  it('a message that SQS moved though it could run', () => {
    const plan = createPlan(1);
    const ledger = createLedger(plan);
    ledger.movedNatively.set('message-1', 'a body');
    const end = { ledger, records: new Map(), keptMessages: new Set<string>(), deadLetters: [], faults: {} };
    const movedAt = (maxReceiveCount: number | undefined) =>
      nothingMovedNatively.atEnd?.({ ...end, plan: { ...plan, settings: { ...plan.settings, maxReceiveCount } } });
    expect(movedAt(undefined)).toEqual([{ job: 'a body', saw: 'SQS moved it to the dead-letter queue' }]);
    expect(movedAt(8)).toEqual([]);
  });
});
