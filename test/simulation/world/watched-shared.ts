import type { RecordTable } from '../../../millrace/record/record-table.ts';
import type { SimWorld } from './create-world.ts';
import type { Host } from './host.ts';
import type { Ledger } from './ledger.ts';
import { invocationOf, type TurnsSeen } from './turns-seen.ts';

/** What all consumers share, a rate's counts and a breaker, as one process reaches it: who asked, and was told what. */
export function watchedShared(
  world: SimWorld,
  host: Host,
  deadlineMs: () => number,
): Pick<RecordTable, 'count' | 'getShared' | 'replaceShared'> {
  const { table, request, scheduler, ledger, faults, invariants } = world;
  const turns = () => turnsOf(ledger, invocationOf({ writer: host.name, deadlineMs: deadlineMs() }));
  return {
    count: (counting) => {
      const asking = turns();
      if (counting.id.includes('/rate/'))
        asking.windows = [...asking.windows, { id: counting.id, askedAtMs: scheduler.now() }];
      return request(host, { kind: 'write', says: 'counts' }, () => table.count(counting));
    },
    getShared: (id) => {
      const asking = turns();
      return request(host, { kind: 'read', says: 'reads what is shared' }, async () => {
        const item = await table.getShared(id);
        asking.breaker = { item, readAtMs: scheduler.now() };
        return item;
      });
    },
    replaceShared: (item, readFence) => {
      const asking = turns();
      return request(host, { kind: 'write', says: 'replaces what is shared' }, async () => {
        const before = await table.getShared(item.id);
        const answer = await table.replaceShared(item, readFence);
        if (!answer.written || item.probe_until === undefined) return answer;
        asking.isTest = true;
        faults.count('breaker-tested');
        invariants.onTest({ writer: host.name, atMs: scheduler.now(), before });
        return answer;
      });
    },
  };
}

function turnsOf({ turns }: Ledger, invocation: string): TurnsSeen {
  const seen = turns.get(invocation) ?? { claims: 0, isTest: false, windows: [] };
  turns.set(invocation, seen);
  return seen;
}
