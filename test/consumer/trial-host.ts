import type { Context, SQSBatchResponse } from 'aws-lambda';
import type { ConsumerLogger } from '../../millrace/consumer/consumer-logger.ts';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import type { RunningJob, Work } from '../../millrace/consumer/work.ts';
import type { JobDefinition } from '../../millrace/definition/job-definition.ts';
import { queuePairs } from '../../millrace/definition/queue-pairs.ts';
import { wirePayload } from '../../millrace/definition/wire-payload.ts';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import type { Delivery, MessageAttribute } from '../../millrace/message/delivery.ts';
import { type EnvelopeToWrite, writeEnvelope } from '../../millrace/message/envelope.ts';
import { groupOf } from '../../millrace/message/message-group.ts';
import type { OutgoingMessage } from '../../millrace/message/queue.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import type { SharedItem } from '../../millrace/record/shared-item.ts';
import { createMemoryQueues } from '../../millrace/testing/memory-queue.ts';
import { createMemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { createFakeWork, type FakePayload, type FakeWorld, fakeJob } from './fake-job.ts';
import { createFaults } from './faults.ts';
import { createRecordingLogger } from './recording-logger.ts';

/** An invocation that was begun; whether it ever answers is part of what is tested. */
export interface BegunInvocation {
  /** Undefined while it has not answered, or its host died. */
  readonly answer: SQSBatchResponse | undefined;
  readonly died: boolean;
}

export interface TrialHostOptions {
  readonly job?: JobDefinition;
  /** Default: always 0.5. */
  readonly random?: () => number;
  /** Default: one that keeps its lines in `lines`. */
  readonly logger?: ConsumerLogger;
  /** Default: the fake job's, whose payload picks the outcome. */
  readonly work?: (world: FakeWorld) => Work;
}

export type TrialHost = ReturnType<typeof createTrialHost>;

/** A consumer of the fake job over a queue and a table in memory, whose host may die and whose ports may fail. */
export function createTrialHost({
  job = fakeJob,
  random = () => 0.5,
  logger: given,
  work: createWork = createFakeWork,
}: TrialHostOptions = {}) {
  const [{ source: sourceQueue, deadLetter: deadQueue }] = queuePairs('trial', 'test', job);
  const clock = createVirtualClock();
  const queues = createMemoryQueues(clock);
  const table = createMemoryRecordTable();
  const faults = createFaults();
  const { logger, lines } = createRecordingLogger();
  const runs: RunningJob[] = [];
  let ids = 0;
  const startHost = () => {
    const { host } = faults;
    const work = createWork({
      killHost: faults.die,
      isDead: () => host.dead,
      wait: (seconds) => new Promise((resolve) => clock.after(seconds * 1000, resolve)),
      began: (run) => runs.push(run),
    });
    const settings = { queues: [{ queueUrl: sourceQueue, deadLetterQueueUrl: deadQueue }], codeVersion: 'v1' };
    const ports = { clock, queues: faults.queues(queues), records: faults.records(table) };
    const newId = () => `id-${++ids}`;
    return createConsumer(job, work, settings, { ...ports, logger: given ?? logger, random, newId });
  };
  let handler = startHost();

  const sendBody = (
    body: string,
    attributes: Readonly<Record<string, MessageAttribute>> = {},
    more: Partial<OutgoingMessage> = {},
  ) => queues.send(sourceQueue, [{ body, attributes, ...more }]);
  const send = async (payload: FakePayload, envelope: Partial<EnvelopeToWrite> = {}) => {
    const { id, data, payload: parsed } = wirePayload(job, payload);
    const body = writeEnvelope({ job, id, data, source: '/test', nowMs: clock.now(), ...envelope });
    await sendBody(body, {}, { groupId: groupOf(job, parsed) });
  };
  const sendTo = async (groupId: string, payload: FakePayload) => {
    const { id, data } = wirePayload(job, payload);
    await sendBody(writeEnvelope({ job, id, data, source: '/test', nowMs: clock.now() }), {}, { groupId });
  };
  const receive = (most = 10) => queues.take(sourceQueue, most, job.timing.visibilitySeconds);

  const invoke = async (
    deliveries: readonly Delivery[] = receive(),
    remainingSeconds = job.timing.functionTimeoutSeconds,
  ): Promise<BegunInvocation> => {
    if (faults.dead) {
      faults.revive();
      handler = startHost();
    }
    const { host } = faults;
    const begun: { answer: SQSBatchResponse | undefined; died: boolean } = { answer: undefined, died: false };
    const deadlineMs = clock.now() + remainingSeconds * 1000;
    const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => deadlineMs - clock.now() };
    // The consumer reads these two of the context alone.
    handler(sqsEvent(deliveries), context as Context).then(
      (answer) => {
        if (host.dead) return;
        begun.answer = answer;
        return deleteAcknowledged(deliveries, answer);
      },
      (error: unknown) => lines.push({ message: 'the invocation failed', error }),
    );
    await everythingAnswered();
    begun.died = host.dead;
    return begun;
  };
  const deleteAcknowledged = (deliveries: readonly Delivery[], { batchItemFailures }: SQSBatchResponse) => {
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const done = deliveries.filter(({ messageId }) => !failed.has(messageId));
    return queues.delete(
      sourceQueue,
      done.map(({ receiptHandle }) => receiptHandle),
    );
  };

  return {
    ...{ clock, faults, runs, lines, job, send, sendTo, sendBody, receive, invoke },
    get outcomes() {
      return lines.flatMap(({ outcome }) => (typeof outcome === 'string' ? [outcome] : []));
    },
    /** The lines about outcomes, without what every line says. */
    get told() {
      return lines.filter(({ outcome }) => outcome !== undefined);
    },
    get waiting() {
      return queues.messages(sourceQueue).length;
    },
    get deadLetters() {
      return queues.messages(deadQueue);
    },
    get records() {
      return table.records;
    },
    get messages() {
      return table.messages;
    },
    get stepResults() {
      return table.stepResults;
    },
    table,
    get shared() {
      return table.shared;
    },
    get counts() {
      return table.counts;
    },
    /** As another host moves it: what is read and what stands there may differ then. */
    moveShared: (item: SharedItem) => table.replaceShared(item, table.shared.get(item.id)?.fence),
    remove: (receiptHandle: string) => queues.delete(sourceQueue, [receiptHandle]),
    record: (key: string) => table.records.get(`${job.type}:${key}`),
    /** Puts a record there, as an earlier life left it. */
    put: (record: Partial<JobRecord> & Pick<JobRecord, 'id' | 'status'>) =>
      table.update({
        id: record.id,
        set: { type: job.type, expiration: Math.floor(clock.now() / 1000) + 1_000_000, ...record },
      }),
    /** Sends what stands in the dead-letter queue back, marked with its death. */
    redrive: async () => {
      const dead = queues.take(deadQueue, 10, 0);
      await queues.delete(
        deadQueue,
        dead.map(({ receiptHandle }) => receiptHandle),
      );
      for (const { body, attributes, groupId } of dead) await sendBody(body, attributes, { groupId });
      return dead;
    },
    /** Moves the clock on in steps, so that what waits on the way can go on. */
    pass: async (seconds: number) => {
      for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
        clock.advance(0.25);
        await everythingAnswered();
      }
    },
    /** Invokes with whatever is visible, and moves on to the next appearance, until the queue is empty. */
    workOff: async (mostSeconds = 3_600) => {
      for (const endMs = clock.now() + mostSeconds * 1000; queues.messages(sourceQueue).length > 0; ) {
        if (clock.now() > endMs) throw new Error(`the queue is not empty after ${mostSeconds} s`);
        const batch = receive();
        if (batch.length > 0) await invoke(batch);
        else clock.advance(1);
      }
    },
  };
}

/** In memory all answers come in microtasks: at the next macrotask nothing is under way but what waits for the clock. */
export function everythingAnswered(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
