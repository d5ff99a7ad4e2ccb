import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { type LocalRun, LocalRunError, type LocalRunEvent } from 'millrace/local';
import { createProducer, type Producer } from 'millrace/producer';
import type { Queues } from '../../millrace/message/queue.ts';
import { createSqsQueues } from '../../millrace/message/sqs-queues.ts';
import { createDynamoRecordTable } from '../../millrace/record/dynamo-record-table.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import type { TwinName } from '../../services/twins/all-twins.ts';
import { createTwinControl } from '../../services/twins/twin-control.ts';
import type { StoryJob, StoryResult } from './story.ts';

export type Outcome = Extract<LocalRunEvent, { event: 'outcome' }>;

/** The local run, with what a story needs to act in it, to watch it and to count. */
export interface Theatre {
  readonly run: LocalRun;
  readonly producer: Producer;
  readonly queues: Queues;
  readonly records: RecordTable;
  readonly twins: ReturnType<typeof createTwinControl>;
  /** Outcomes since the story began. */
  readonly outcomes: readonly Outcome[];
  say(line: string): void;
  /** Calls back for each outcome from now on. */
  watch(onOutcome: (outcome: Outcome) => void): void;
  queueUrl(type: string): string;
  begin(...ledgers: readonly TwinName[]): Promise<void>;
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>;
  count(story: {
    name: string;
    sent: number;
    jobIds: readonly string[];
    ledgers: readonly TwinName[];
  }): Promise<StoryResult>;
}

const LONGEST_WAIT_MS = 60_000;
const LOOK_EVERY_MS = 20;

export interface TheatreOptions {
  readonly run: LocalRun;
  readonly say: (line: string) => void;
  /** Hands over whoever wants to hear the run's events. */
  readonly listen: (listener: (event: LocalRunEvent) => void) => void;
}

export function createTheatre({ run, say, listen }: TheatreOptions): Theatre {
  const { ready } = run;
  const credentials = { accessKeyId: ready.accessKeyId, secretAccessKey: ready.secretAccessKey };
  const client = { region: ready.region, credentials };
  const sqs = new SQSClient({ ...client, endpoint: ready.sqsEndpoint, useQueueUrlAsEndpoint: false });
  const queues = createSqsQueues(sqs);
  const records = createDynamoRecordTable(
    new DynamoDBClient({ ...client, endpoint: ready.dynamodbEndpoint }),
    ready.table,
  );
  const twins = createTwinControl(ready.twins ?? '');
  const outcomes: Outcome[] = [];
  let watcher: ((outcome: Outcome) => void) | undefined;
  let trouble = '';
  listen((event) => {
    if (event.event === 'batch-kept' && event.because) trouble = `; last, ${event.function} said: ${event.because}`;
    if (event.event !== 'outcome') return;
    outcomes.push(event);
    watcher?.(event);
  });
  return {
    run,
    queues,
    records,
    twins,
    outcomes,
    say,
    producer: createProducer({ app: ready.app, stage: ready.stage, queues, records }),
    watch: (onOutcome) => {
      watcher = onOutcome;
    },
    queueUrl: (type) => ready.queues[type] ?? '',
    async begin(...ledgers) {
      outcomes.length = 0;
      watcher = undefined;
      for (const name of ledgers) await twins.clearLedger(name);
    },
    async until(what, holds) {
      const givesUpAt = performance.now() + LONGEST_WAIT_MS;
      while (!(await holds())) {
        if (performance.now() > givesUpAt) throw new LocalRunError(`the story waited in vain until ${what}${trouble}`);
        await pause(LOOK_EVERY_MS);
      }
    },
    async count({ name, sent, jobIds, ledgers }) {
      const effects = await Promise.all(ledgers.map(async (ledger) => (await twins.ledger(ledger)).effects.length));
      const jobs = await Promise.all(jobIds.map((id) => storyJob(records, id)));
      const named = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
      return {
        name,
        sent,
        completed: named('completed'),
        duplicates: named('duplicate'),
        dead: named('dead'),
        effects: total(effects),
        attempts: total(jobs.map(({ attempts }) => attempts)),
        returned: total(finalReceives(outcomes).map((receives) => receives - 1)),
        reasons: jobs.flatMap(({ reason }) => (reason === undefined ? [] : [reason])),
        jobs,
      };
    },
  };
}

async function storyJob(records: RecordTable, id: string): Promise<StoryJob> {
  const record = await records.get(id);
  if (record === undefined) return { id, status: 'unknown', attempts: 0 };
  const { status, attempts = 0, reason } = record;
  return { id, status, attempts, ...(reason === undefined ? {} : { reason }) };
}

/** How often each message was received until its last outcome. */
function finalReceives(outcomes: readonly Outcome[]): number[] {
  const receives = new Map<string, number>();
  for (const { messageId = '', receiveCount = 1 } of outcomes) {
    receives.set(messageId, Math.max(receives.get(messageId) ?? 0, receiveCount));
  }
  return [...receives.values()];
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
