import type { Invariant } from './invariant.ts';

/** SQS moves nothing by itself, unless its `maxReceiveCount` was made small. */
export const nothingMovedNatively: Invariant = {
  name: 'nothing that can run is moved by SQS',
  atEnd: ({ plan, ledger }) =>
    plan.settings.maxReceiveCount === undefined
      ? [...ledger.movedNatively.values()].map((body) => ({
          job: ledger.sent.get(body)?.jobId ?? body.slice(0, 60),
          saw: 'SQS moved it to the dead-letter queue',
        }))
      : [],
};
