import type { Context } from 'aws-lambda';
import type { Consumer } from '../consumer/consume.ts';
import type { ConsumerLogger, JobLogger } from '../consumer/consumer-logger.ts';
import { createConsumer } from '../consumer/create-consumer.ts';
import type { OutcomeName } from '../consumer/outcome.ts';
import type { Work } from '../consumer/work.ts';
import type { ConfidentialOption, OptionsWith } from '../definition/confidential-option.ts';
import type { JobDefinition, PayloadInput } from '../definition/job-definition.ts';
import { queuePairs } from '../definition/queue-pairs.ts';
import { wirePayload } from '../definition/wire-payload.ts';
import { createVirtualClock, type VirtualClock } from '../message/clock.ts';
import { writeEnvelope } from '../message/envelope.ts';
import { groupOf } from '../message/message-group.ts';
import type { OutgoingMessage } from '../message/queue.ts';
import { giveConfidential } from './give-confidential.ts';
import { createMemoryQueues } from './memory-queue.ts';
import { createMemoryRecordTable, type MemoryRecordTable } from './memory-record-table.ts';
import { sqsEvent } from './sqs-event.ts';

/** A job's own handler on the real pipeline, with its record in memory and a clock that obeys. */
export interface Trial<Job extends JobDefinition> {
  /** Sends the payload, `times` messages of it, and delivers them one after the other. */
  deliver(
    payload: PayloadInput<Job>,
    ...options: OptionsWith<{ readonly times?: number }, ConfidentialOption<Job>>
  ): Promise<void>;
  /** Moves the clock and delivers what became visible. */
  advance(seconds: number): Promise<void>;
  /** How each delivery ended, in order. */
  readonly outcomes: readonly OutcomeName[];
  /** What was logged: one entry an outcome, and what the handler logged. */
  readonly log: readonly LogLine[];
  readonly records: MemoryRecordTable['records'];
  /** What stands beside the records as confidential data: nothing, once all jobs are over. */
  readonly confidential: MemoryRecordTable['confidential'];
  readonly deadLetters: readonly OutgoingMessage[];
  readonly clock: VirtualClock;
}

/** Takes a handler made by `consume` and lets a test deliver payloads to it. */
export function testJob<Job extends JobDefinition>(consumer: Consumer<Job>): Trial<Job> {
  const { job } = consumer;
  const [{ source, deadLetter }] = queuePairs('trial', 'test', job);
  const clock = createVirtualClock();
  const queues = createMemoryQueues(clock);
  const records = createMemoryRecordTable();
  const log: LogLine[] = [];
  const outcomes: OutcomeName[] = [];
  let ids = 0;
  const handler = createConsumer(
    job,
    // The pipeline parses each payload with this job's schema before it calls this job's work.
    consumer.work as unknown as Work,
    { queues: [{ queueUrl: source, deadLetterQueueUrl: deadLetter }], codeVersion: 'test' },
    { clock, queues, records, logger: recordingLogger(log, outcomes), random: () => 0.5, newId: () => `id-${++ids}` },
  );
  const deliverVisible = async () => {
    for (let batch = queues.take(source, 1, job.timing.visibilitySeconds); batch.length > 0; ) {
      const answer = await handler(sqsEvent(batch), invocationContext(clock, job));
      const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const done = batch.filter(({ messageId }) => !failed.has(messageId));
      await queues.delete(
        source,
        done.map(({ receiptHandle }) => receiptHandle),
      );
      batch = queues.take(source, 1, job.timing.visibilitySeconds);
    }
  };
  return {
    outcomes,
    log,
    clock,
    records: records.records,
    confidential: records.confidential,
    get deadLetters() {
      return queues.messages(deadLetter);
    },
    async deliver(payload, ...[{ times = 1, confidential } = {}]) {
      const { id, data, payload: parsed } = wirePayload(job, payload);
      await giveConfidential(confidential, { job, id, records, nowMs: clock.now() });
      for (let sent = 0; sent < times; sent += 1) {
        const body = writeEnvelope({ job, id, data, source: '/test', nowMs: clock.now() });
        await queues.send(source, [{ body, groupId: groupOf(job, parsed) }]);
        await deliverVisible();
      }
    },
    async advance(seconds) {
      clock.advance(seconds);
      await deliverVisible();
    },
  };
}

function invocationContext(clock: VirtualClock, job: JobDefinition): Context {
  const deadlineMs = clock.now() + job.timing.functionTimeoutSeconds * 1000;
  const context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> = {
    awsRequestId: 'test-request',
    getRemainingTimeInMillis: () => deadlineMs - clock.now(),
  };
  return context as Context; // the consumer reads these two alone
}

export type LogLine = Readonly<Record<string, unknown>>;

function recordingLogger(log: LogLine[], outcomes: OutcomeName[]): ConsumerLogger {
  const recording = (write: (line: LogLine) => void, fields: LogLine = {}): JobLogger => {
    const at = (level: string) => (message: string, extra?: LogLine) => write({ level, message, ...fields, ...extra });
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  };
  const keep = (line: LogLine) => void log.push(line);
  // The pipeline's own lines tell outcomes; a handler may call a field of its own so.
  const keepOutcome = (line: LogLine) => {
    keep(line);
    if (line.outcome !== undefined) outcomes.push(line.outcome as OutcomeName);
  };
  return { ...recording(keepOutcome), forJob: (fields) => recording(keep, fields) };
}
