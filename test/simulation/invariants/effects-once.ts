import type { Invariant } from './invariant.ts';

/** Within its invocation a run has its effect under its own claim; twice only where a fault hit the run between. */
export const effectsOnce: Invariant = {
  name: 'an effect happens once',
  onEffect({ run, atMs, found }, { hosts, runs, forgotten }) {
    const { claim, id, writer } = run;
    if (run.does === 'act-at-most-once') {
      if (forgotten.has(id)) return undefined;
      const times = runs.reduce((sum, other) => sum + (other.id === id ? other.effects : 0), 0);
      return times > 1
        ? { job: id, saw: `${writer} had an effect for the ${times}th time, and it may be had once` }
        : undefined;
    }
    if (claim === undefined) return undefined;
    // An environment that froze and wakes can't be stopped; what guards against it is a step of its own.
    const hasFrozen = hosts.get(writer)?.frozeAtMs.some((frozeAtMs) => frozeAtMs >= run.atMs);
    if (atMs > claim.deadlineMs && hasFrozen) return undefined;
    if (found?.status === 'INPROGRESS' && found.fence === claim.fence) return undefined;
    return { job: id, saw: `${writer} had an effect while the record was ${found?.status} of another` };
  },
  atEnd: ({ ledger, records }) =>
    ledger.runs.flatMap((run) => {
      const { claim, id } = run;
      if (run.does === 'act-at-most-once') return [];
      if (run.effects > 1) return [{ job: id, saw: `${run.effects} effects in one run` }];
      if (claim?.settledAs === 'COMPLETED' && run.effects !== 1)
        return [{ job: id, saw: 'completed without its effect' }];
      const isSpare = run.effects > 0 && claim?.settledAs !== 'COMPLETED' && records.get(id)?.status === 'COMPLETED';
      const wasHit = (ledger.hosts.get(run.writer)?.hits ?? 0) > (claim?.hitsBefore ?? 0);
      return isSpare && !wasHit ? [{ job: id, saw: 'a second effect, and no fault hit the run that had it' }] : [];
    }),
};
