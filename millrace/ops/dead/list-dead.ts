import type { Catalogue } from '../../definition/catalogue.ts';
import type { JobDefinition, ReplayRule } from '../../definition/job-definition.ts';
import type { QueueDepth } from '../../message/queue.ts';
import { deadPartitions } from '../../record/dead-index.ts';
import type { Failure, JobRecord } from '../../record/job-record.ts';
import { depthOfAll } from '../stack/depth-of-all.ts';
import { queueUrls, type Stack } from '../stack/stack.ts';

/** One dead job, or one message that holds none, as its record tells. */
export interface DeadJob {
  readonly id: string;
  readonly type: string;
  readonly reason: string | undefined;
  readonly attempts: number | undefined;
  readonly version: number | undefined;
  /** How often it was started anew after a death, from 1. */
  readonly cycle: number | undefined;
  readonly diedAt: string | undefined;
  readonly deathId: string | undefined;
  readonly lastError: { readonly name: string; readonly message: string; readonly at: string } | undefined;
  /** Each attempt that failed, oldest first, as far as the record keeps them. */
  readonly failures: readonly Failure[];
}

export interface DeadOfJob {
  readonly type: string;
  readonly owner: string;
  readonly team: string | undefined;
  readonly replay: ReplayRule;
  /** Records of the dead; `more` says that reading stopped before the last of them. */
  readonly known: number;
  readonly more: boolean;
  /** Dead-letter queues: one for each priority. */
  readonly deadLetterQueues: number;
  /** SQS's own count of the dead-letter queue, approximate; of all of them where the job has priorities. */
  readonly aboutInQueue: number;
  /** Messages that no record tells of: they got there without our code. */
  readonly aboutWithoutRecord: number;
  readonly dead: readonly DeadJob[];
}

/** Records read of one job, so that a storm of deaths does not make a look endless. */
const MOST_READ = 2_000;
const PAGE_RECORDS = 200;

/** The dead of a job, newest first, from the index of records: nothing is received, so nothing is hidden from anyone. */
export async function listDead(stack: Stack, job: JobDefinition): Promise<DeadOfJob> {
  const pairs = await queueUrls(stack, job);
  const names = deadPartitions(job.type);
  const mostOfEach = Math.ceil(MOST_READ / names.length);
  const [partitions, depth] = await Promise.all([
    Promise.all(names.map((name) => readPartition(stack, name, mostOfEach))),
    depthOfAll(
      stack,
      pairs.map(({ deadLetter }) => deadLetter),
    ),
  ]);
  const dead = partitions.flatMap(({ records }) => records).map(deadJob);
  const more = partitions.some((partition) => partition.more);
  const aboutInQueue = sum(depth);
  return {
    type: job.type,
    owner: job.owner,
    team: teamOf(stack.catalogue, job),
    replay: job.replay,
    known: dead.length,
    more,
    deadLetterQueues: pairs.length,
    aboutInQueue,
    aboutWithoutRecord: more ? 0 : Math.max(0, aboutInQueue - dead.length),
    dead: dead.sort((left, right) => (right.diedAt ?? '').localeCompare(left.diedAt ?? '')),
  };
}

async function readPartition(
  stack: Stack,
  partition: string,
  most: number,
): Promise<{ records: JobRecord[]; more: boolean }> {
  const records: JobRecord[] = [];
  let next: string | undefined;
  do {
    const page = await stack.records.dead(partition, { limit: PAGE_RECORDS, ...(next === undefined ? {} : { next }) });
    records.push(...page.records);
    next = page.next;
  } while (next !== undefined && records.length < most);
  return { records, more: next !== undefined };
}

function deadJob(record: JobRecord): DeadJob {
  const last = record.failures?.at(-1);
  return {
    id: record.id,
    type: record.type,
    reason: record.reason,
    attempts: record.attempts,
    version: record.version,
    cycle: record.cycle,
    diedAt: record.dead_at,
    deathId: record.death_id,
    failures: record.failures ?? [],
    lastError: last && { name: last.name, message: last.message, at: last.at },
  };
}

const sum = ({ waiting, inFlight, delayed }: QueueDepth) => waiting + inFlight + delayed;

function teamOf({ owners }: Catalogue, { owner }: JobDefinition): string | undefined {
  return owners[owner]?.team;
}
