import type { Ledger, RunSeen } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

/** A suspect's run has no neighbours, or its host's death would say nothing about it. */
export const loneRunsAreAlone: Invariant = {
  name: 'a lone run is alone',
  onRun(run, ledger) {
    const beside = ledger.runs.find((other) => isLive(ledger, other) && isNeighbour(other, run));
    if (beside === undefined || !(beside.claim?.alone || run.claim?.alone)) return undefined;
    return { job: run.id, saw: `it began on ${run.writer} while ${beside.id} ran there, one of them as alone` };
  },
};

function isLive({ hosts }: Ledger, { end, writer }: RunSeen): boolean {
  return end === undefined && hosts.get(writer)?.isOver() === false;
}

function isNeighbour(one: RunSeen, other: RunSeen): boolean {
  return one !== other && one.writer === other.writer && one.claim?.deadlineMs === other.claim?.deadlineMs;
}
