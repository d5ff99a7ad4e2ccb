import type { Plan } from '../world/plan.ts';
import type { EndState, Invariant } from './invariant.ts';

const HARMLESS = new Set(['succeed', 'slow', 'throw', 'retry-later', 'not-yet', 'permanent']);

/** SQS moves nothing by itself, unless its `maxReceiveCount` is small and hosts die on the message's way. */
export const nothingMovedNatively: Invariant = {
  name: 'nothing that can run is moved by SQS',
  atEnd: ({ plan, ledger }: EndState) => {
    if (plan.settings.maxReceiveCount !== undefined && !isHarmless(plan)) return [];
    return [...ledger.movedNatively.values()].map((body) => ({
      job: ledger.sent.get(body)?.jobId ?? body.slice(0, 60),
      saw: 'SQS moved it to the dead-letter queue',
    }));
  },
};

function isHarmless({ intensity, sends }: Plan): boolean {
  return intensity === 0 && sends.every(({ payload }) => HARMLESS.has(payload.does));
}
