import { describeError } from '../consumer/describe-error.ts';
import { createTurns } from '../message/create-turns.ts';
import { unsentPartitions } from '../record/unsent-index.ts';
import { sent, takeUp } from '../record/writes/saving.ts';
import type { ApiPorts } from './api-ports.ts';
import { sendAsSaved } from './send-saved.ts';

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
    const job = ports.catalogue.jobs.find(({ type }) => type === record.type);
    if (!job) throw new Error(`no job ${record.type} in the catalogue any more: its saved jobs can't be sent`);
    return (await sendAsSaved(ports, job, record)) ? 'sent' : 'failed';
  } catch (error) {
    ports.logger.error('a saved job could not be taken up', { jobId: id, failure: describeError(error) });
    return 'failed';
  }
}
