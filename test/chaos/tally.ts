import type { Message } from '@aws-sdk/client-sqs';
import type { FunctionEvent } from '../../millrace/local/function/function-pool.ts';
import { readOutcomeLine } from '../../millrace/local/outcome-line.ts';
import { readEnvelope } from '../../millrace/message/envelope.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import { unfinishedSteps } from '../../millrace/record/step-state.ts';

/** What went wrong on the way. */
export interface Tally {
  /** Worker processes ended by SIGKILL. */
  kills: number;
  /** Receives of a message that had been received before. */
  redeliveries: number;
  /** Runs that were ended with some of their job's steps done. */
  endedBetweenSteps: number;
  /** Runs that were ended with the charge begun and no end of it known. */
  endedWithinCharge: number;
  failedRuns: number;
  /** Reason → how many. */
  readonly deaths: Record<string, number>;
  redriven: number;
}

/** What trouble alone can bring about. A provider that refuses would have been asked for something else than before. */
const DUE_DEATHS: readonly string[] = ['attempts-spent', 'outcome-unknown', 'killed-its-host'];

export function undueDeaths({ deaths }: Tally): readonly string[] {
  return Object.keys(deaths).filter((reason) => !DUE_DEATHS.includes(reason));
}

export function createTally(): Tally {
  return {
    ...{ kills: 0, redeliveries: 0, endedBetweenSteps: 0, endedWithinCharge: 0, failedRuns: 0, redriven: 0 },
    deaths: {},
  };
}

/** Counts what a worker told, or that it was killed. Answers whether it told of an outcome. */
export function countEvent(tally: Tally, event: FunctionEvent): boolean {
  if (event.event === 'worker-died' && event.how === 'SIGKILL') tally.kills += 1;
  const told = event.event === 'line' ? readOutcomeLine(event.line) : undefined;
  if (told?.outcome === 'failed') tally.failedRuns += 1;
  if (told?.outcome === 'dead') {
    const reason = told.reason ?? 'unknown';
    tally.deaths[reason] = (tally.deaths[reason] ?? 0) + 1;
  }
  return told !== undefined;
}

/** Looks how far the jobs of a batch were whose worker ended: nobody else can have them yet. */
export async function countEnded(tally: Tally, batch: readonly Message[], records: RecordTable): Promise<void> {
  for (const { Body = '' } of batch) {
    const read = readEnvelope(Body);
    const record = read.ok ? await records.get(read.envelope.id) : undefined;
    if (record?.status !== 'INPROGRESS' || record.steps === undefined) continue;
    if (unfinishedSteps(record.steps).length > 0) tally.endedWithinCharge += 1;
    else if (Object.keys(record.steps).length > 0) tally.endedBetweenSteps += 1;
  }
}

export function describeTally(tally: Tally): string {
  const deaths = Object.entries(tally.deaths).map(([reason, count]) => `${count} ${reason}`);
  return [
    `${tally.kills} workers killed`,
    `${tally.endedBetweenSteps} runs ended between two steps and ${tally.endedWithinCharge} within the charge`,
    `${tally.failedRuns} runs failed`,
    `${tally.redeliveries} redeliveries`,
    `dead: ${deaths.join(', ') || 'none'}; redriven: ${tally.redriven}`,
  ].join('; ');
}
