import type { FoundPair } from '../stack/stack.ts';
import { endedBy } from './ended-by.ts';
import { redriveQueue } from './redrive-queue.ts';
import { addReports, type RedriveReport } from './redrive-report.ts';
import type { RedrivePorts, RedriveRequest, RedriveRun } from './redrive-run.ts';

/** What a redrive of a job's queues is asked for. */
export interface JobRedriveRequest extends Omit<RedriveRequest, 'sourceUrl' | 'deadLetterUrl'> {
  readonly pairs: readonly [FoundPair, ...FoundPair[]];
}

/** Takes the dead-letter queues of a job one after the other: each message goes back to the queue that it died on. */
export async function redriveJob(request: JobRedriveRequest, ports: RedrivePorts): Promise<RedriveReport> {
  const { pairs, ...asked } = request;
  const sent: RedriveRun['sent'] = new Map();
  const redrivePair = ({ source, deadLetter }: FoundPair, limit: number | undefined) =>
    redriveQueue({ ...asked, limit, sourceUrl: source, deadLetterUrl: deadLetter }, ports, sent);
  const [first, ...others] = pairs;
  let report = await redrivePair(first, asked.limit);
  for (const pair of others) {
    try {
      // Asked for none, it counts what is left there.
      report = addReports(report, await redrivePair(pair, isOver(request, report) ? 0 : limitLeft(request, report)));
    } catch (error) {
      // What was done has to be told; before anything was done, the error tells it all.
      if (report.received === 0) throw error;
      report = { ...report, aboutLeft: undefined, endedEarly: report.endedEarly ?? endedBy(error) };
    }
  }
  return report;
}

function isOver({ onlyId }: JobRedriveRequest, { endedEarly, received, verdicts }: RedriveReport): boolean {
  return endedEarly !== undefined || (onlyId !== undefined && received > (verdicts['other-job'] ?? 0));
}

function limitLeft({ limit }: JobRedriveRequest, { redriven }: RedriveReport): number | undefined {
  return limit === undefined ? undefined : limit - redriven;
}
