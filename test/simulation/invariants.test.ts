import { describe, expect, it } from 'vitest';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import type { ConsumerPorts } from '../../millrace/consumer/invocation.ts';
import type { JobDefinition } from '../../millrace/definition/job-definition.ts';
import type { OutgoingMessage, Queues } from '../../millrace/message/queue.ts';
import type { RecordTable, RecordWrite } from '../../millrace/record/record-table.ts';
import { createMemoryRecordTable, type MemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import type { CreateConsumer } from './actors/workers.ts';
import { brokenBy, consumerWith, withRecords } from './broken-by.ts';
import { nothingMovedNatively } from './invariants/nothing-moved-natively.ts';
import type { ScheduleOptions } from './run-schedule.ts';
import { createLedger } from './world/ledger.ts';
import { createPlan } from './world/plan.ts';

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

const withClock = (aheadMs: number) =>
  consumerWith(({ clock }) => ({ clock: { ...clock, now: () => clock.now() + aheadMs } }));

function otherJob(
  change: (job: JobDefinition) => JobDefinition,
  changePorts = (ports: ConsumerPorts) => ports,
): () => ScheduleOptions {
  const create: CreateConsumer = (job, work, settings, ports) =>
    createConsumer(change(job), work, settings, changePorts(ports));
  return () => ({ createConsumer: create });
}

const UNGATED = { breaker: undefined, ratePerSecond: undefined };
const LONGEST_BACKOFF_SECONDS = 6;

/** What parks for an unordered job gives none, and a FIFO queue takes nothing without. */
function withDeduplicationIds(ports: ConsumerPorts): ConsumerPorts {
  const { queues, newId } = ports;
  const withId = (message: OutgoingMessage) =>
    message.groupId === undefined ? message : { ...message, deduplicationId: newId() };
  return { ...ports, queues: { ...queues, send: (url, messages) => queues.send(url, messages.map(withId)) } };
}

function byDeathAlone(message: OutgoingMessage): OutgoingMessage {
  const { deduplicationId, attributes } = message;
  return deduplicationId === undefined ? message : { ...message, deduplicationId: attributes?.deathId?.stringValue };
}

function withoutMarks(message: OutgoingMessage): OutgoingMessage {
  const { attributes = {} } = message;
  const left = Object.entries(attributes).filter(([name]) => !name.startsWith('mark-'));
  return { ...message, attributes: Object.fromEntries(left) };
}

function asUnparseable(message: OutgoingMessage): OutgoingMessage {
  const deathReason = { dataType: 'String', stringValue: 'unparseable' };
  return { ...message, attributes: { ...message.attributes, deathReason } };
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
    'a consumer that knows no order',
    'a group runs in order',
    otherJob((job) => ({ ...job, orderedBy: undefined }), withDeduplicationIds),
  ],
  [
    'parked copies that are told apart by their death alone',
    'no accepted job is lost',
    withQueues(({ send }) => ({ send: (url, messages) => send(url, messages.map(byDeathAlone)) })),
  ],
  [
    'a consumer that loses the mark of an edit',
    'an edited payload stands for its job',
    withWrites((write) => {
      const { edited: _edited, ...set } = write.set;
      return { ...write, set };
    }),
  ],
  [
    'a consumer that has a window of its own',
    'a job waits for its turn',
    withRecords(({ count }) => ({
      count: async (counting) => Math.min(counting.by, await count(counting)),
    })),
  ],
  [
    'a consumer that is told of no breaker',
    'a job waits for its turn',
    withRecords(({ getShared }) => ({
      getShared: async (id) => {
        await getShared(id);
        return undefined;
      },
    })),
  ],
  ['a consumer that asks for no turn', 'a job waits for its turn', otherJob((job) => ({ ...job, ...UNGATED }))],
  [
    'a consumer that stores no step',
    'a finished step is kept',
    withWrites((write) => {
      const { steps: _steps, ...set } = write.set;
      return { ...write, set };
    }),
  ],
  [
    'a consumer that mistakes one large result for another',
    'a finished step is kept',
    withRecords(({ getStepResult }) => ({
      getStepResult: async (key) => {
        const kept = await getStepResult(key);
        return kept && { ...kept, json: '"another"' };
      },
    })),
  ],
  [
    'a consumer that keeps no message',
    'a death keeps its message',
    withRecords(() => ({ putMessage: async () => undefined })),
  ],
  ['a consumer whose clock is ahead', 'a job expires when it is told to', withClock(30_000)],
  ['a consumer whose clock is behind', 'a job expires when it is told to', withClock(-30_000)],
  [
    'a consumer that takes over what is past its lifetime',
    'nothing of an earlier life is left',
    withWrites(({ remove = [], ...write }) => ({
      ...write,
      remove: remove.filter((name) => name !== 'failures' && name !== 'steps'),
    })),
  ],
  [
    'a consumer that drops what a message was sent with',
    'a copy keeps its attributes and its group',
    withQueues(({ send }) => ({ send: (url, messages) => send(url, messages.map(withoutMarks)) })),
  ],
  [
    'a consumer that gives a wrong reason',
    'a message is parked for what it is',
    withQueues(({ send }) => ({ send: (url, messages) => send(url, messages.map(asUnparseable)) })),
  ],
  [
    'a consumer that hides nothing it has leased',
    'a job runs again when it is due',
    withQueues(({ hide }) => ({
      hide: async (url, hides) => {
        await hide(
          url,
          hides.filter(({ seconds }) => seconds > LONGEST_BACKOFF_SECONDS),
        );
        return [];
      },
    })),
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

  it('a message that SQS moved though it could run', () => {
    const plan = createPlan(1);
    const ledger = createLedger(plan);
    ledger.movedNatively.set('message-1', 'a body');
    const end = {
      ledger,
      records: new Map(),
      keptMessages: new Map(),
      confidential: new Map(),
      deadLetters: [],
      faults: {},
    };
    const movedAt = (maxReceiveCount: number | undefined) =>
      nothingMovedNatively.atEnd?.({ ...end, plan: { ...plan, settings: { ...plan.settings, maxReceiveCount } } });
    expect(movedAt(undefined)).toEqual([{ job: 'a body', saw: 'SQS moved it to the dead-letter queue' }]);
    expect(movedAt(8)).toEqual([]);
  });
});
