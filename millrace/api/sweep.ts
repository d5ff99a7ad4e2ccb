import { describeError } from '../consumer/describe-error.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { createTurns } from '../message/create-turns.ts';
import type { SendableJob } from '../producer/prepare-message.ts';
import type { JobRecord } from '../record/job-record.ts';
import { unsentPartitions } from '../record/unsent-index.ts';
import { unsentMessage } from '../record/unsent-message.ts';
import { sent, takeUp } from '../record/writes/saving.ts';
import type { ApiPorts } from './api-ports.ts';
import { sendSaved } from './save-and-send.ts';

/** What a sweep did. */
export interface SweepReport {
  readonly sent: number;
  /** Sent, or ended, by somebody else: nothing was to be done. */
  readonly settled: number;
  /** Saved still, and taken up again by a later sweep. */
  readonly failed: number;
}

/** Whoever saved it is surely done with sending by then. */
const OLDER_THAN_MS = 60_000;
const PAGE = 100;
const AT_ONCE = 10;

type End = keyof SweepReport;

/** Sends what was saved and is not known to be sent. Nothing new is begun once `untilMs` has come. */
export async function sweep(ports: ApiPorts, untilMs: number): Promise<SweepReport> {
  const ends = { sent: 0, settled: 0, failed: 0 };
  const before = new Date(ports.clock.now() - OLDER_THAN_MS).toISOString();
  const inTurn = createTurns(AT_ONCE);
  for (const partition of unsentPartitions) {
    let next: string | undefined;
    do {
      if (ports.clock.now() >= untilMs) return ends;
      const page = await ports.records.unsent(partition, {
        before,
        limit: PAGE,
        ...(next === undefined ? {} : { next }),
      });
      const swept = page.ids.map((id) => inTurn(() => sweepOne(ports, id, { before, untilMs })));
      for (const end of await Promise.all(swept)) if (end !== undefined) ends[end] += 1;
      next = page.next;
    } while (next !== undefined);
  }
  return ends;
}

/** Taken up by a condition, and only then sent: of two sweepers one sends it. */
async function sweepOne(
  ports: ApiPorts,
  id: string,
  { before, untilMs }: { readonly before: string; readonly untilMs: number },
): Promise<End | undefined> {
  if (ports.clock.now() >= untilMs) return undefined;
  try {
    const record = await ports.records.get(id);
    if (record?.unsent === undefined || record.unsent >= before) return undefined;
    if (record.status !== 'ACCEPTED') {
      await ports.records.update(sent(id));
      return 'settled';
    }
    const taken = await ports.records.update(takeUp(record, ports.clock.now()));
    if (!taken.written) return undefined;
    return await sendAgain(ports, record);
  } catch (error) {
    ports.logger.error('a saved job could not be taken up', { jobId: id, failure: describeError(error) });
    return 'failed';
  }
}

async function sendAgain(ports: ApiPorts, record: JobRecord): Promise<End> {
  const { id, type, due_at: dueAt } = record;
  const job = ports.catalogue.jobs.find((candidate) => candidate.type === type);
  if (!job) throw new Error(`no job ${type} in the catalogue any more: its saved jobs can't be sent`);
  const message = await unsentMessage(ports.records, record);
  if (message === undefined) throw new Error('the body of its message is gone');
  const delay = dueAt === undefined ? {} : { delaySeconds: secondsUntil(dueAt, ports.clock.now()) };
  const { priority, ...rest } = message;
  const isSent = await sendSaved(ports, job, {
    jobId: id,
    priority: knownPriority(job, priority),
    message: { ...rest, ...delay },
  });
  return isSent ? 'sent' : 'failed';
}

function secondsUntil(dueAt: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(dueAt) - nowMs) / 1000));
}

/** One that a deploy took away since is the least urgent now. */
function knownPriority({ priorities }: JobDefinition, priority: string | undefined): SendableJob['priority'] {
  return priority !== undefined && priorities.includes(priority) ? priority : priorities.at(-1);
}
