import type { JobRecord } from '../../../millrace/record/job-record.ts';
import type { Ledger, RunSeen } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

const OVER = new Set(['COMPLETED', 'DEAD', 'CANCELLED', 'EXPIRED']);

/** An ordered job runs when all that was sent before it in its group is over, and beside nothing of its group. */
export const groupsInOrder: Invariant = {
  name: 'a group runs in order',
  onRun(run, ledger) {
    if (!ledger.isOrdered) return undefined;
    const { id, writer, payload, atMs } = run;
    const beside = ledger.runs.find((other) => other !== run && isOfGroup(other, payload.route) && isHeld(other, atMs));
    if (beside !== undefined) return { job: id, saw: `${writer} began it while ${beside.writer} ran ${beside.id}` };
    const before = unfinishedBefore(run, ledger);
    return before === undefined ? undefined : { job: id, saw: `${writer} began it, and ${before} was sent before it` };
  },
  onOutcome({ outcome, reason, hiddenSeconds, jobId }, { isOrdered }) {
    if (!isOrdered || outcome !== 'deferred' || reason !== 'handed-back' || hiddenSeconds === 0) return undefined;
    return { job: jobId, saw: `handed back for ${hiddenSeconds} s` };
  },
};

function isOfGroup({ payload }: RunSeen, route: string): boolean {
  return payload.route === route;
}

function isHeld({ claim, end }: RunSeen, nowMs: number): boolean {
  return end === undefined && claim !== undefined && claim.settledAs === undefined && claim.deadlineMs >= nowMs;
}

/** What was parked once is behind those that came after it. */
function unfinishedBefore({ id, payload }: RunSeen, ledger: Ledger): string | undefined {
  const own = firstPlace(id, ledger);
  if (own === undefined) return undefined;
  const others = new Set<string>();
  for (const { jobId, route } of ledger.sent.values()) if (jobId && route === payload.route) others.add(jobId);
  for (const other of others) {
    const place = other === id ? undefined : firstPlace(other, ledger);
    if (place === undefined || place > own) continue;
    if (!isOver(ledger.recordOf(other))) return other;
  }
  return undefined;
}

function firstPlace(id: string, { sent, parked, forgotten }: Ledger): number | undefined {
  // Its first place may be that of an earlier life.
  if (forgotten.has(id)) return undefined;
  let first: number | undefined;
  for (const { jobId, body, place } of sent.values()) {
    if (jobId !== id) continue;
    if ((parked.get(body) ?? 0) > 0) return undefined;
    if (place !== undefined && (first === undefined || place < first)) first = place;
  }
  return first;
}

function isOver(record: JobRecord | undefined): boolean {
  return record !== undefined && OVER.has(record.status);
}
