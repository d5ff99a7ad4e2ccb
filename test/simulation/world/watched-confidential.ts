import { confidentialKey } from '../../../millrace/record/confidential-data.ts';
import type { ConfidentialTable } from '../../../millrace/record/confidential-table.ts';
import type { SimWorld } from './create-world.ts';
import type { Host } from './host.ts';

/** Confidential data as one process reaches it: what is put and erased is seen, and anything may go wrong. */
export function watchedConfidential(world: SimWorld, host: Host): ConfidentialTable {
  const { table, request, scheduler, ledger, invariants, faults, events } = world;
  const watched = async <Answer>(key: string, change: () => Promise<Answer>) => {
    const id = key.slice(0, -confidentialKey('').length);
    const before = table.confidential.get(key);
    const record = table.records.get(id);
    const answer = await change();
    const after = table.confidential.get(key);
    events.log('records', `${key}: ${before?.confidential} → ${after?.confidential}`);
    if (before === after) return answer;
    const isEndedByIt = ledger.claims.get(record?.fence ?? '')?.writer === host.name;
    if (after === undefined && !isEndedByIt) faults.count('erased-by-another');
    invariants.onData({ id, writer: host.name, atMs: scheduler.now(), before, after, record });
    return answer;
  };
  return {
    writeConfidential: (write) =>
      request(host, { kind: 'write', says: `writes ${write.key}` }, async () => {
        ledger.askedAtMs.set(write.id, scheduler.now());
        const answer = await watched(write.key, () => table.writeConfidential(write));
        if (answer === 'refused-by-data' && write.put === undefined) faults.count('other-data-refused');
        if (answer === 'refused-by-record') faults.count('over-refused');
        return answer;
      }),
    getConfidential: (key) => request(host, { kind: 'read', says: `reads ${key}` }, () => table.getConfidential(key)),
    renewConfidential: (key, expiration, when) =>
      request(host, { kind: 'write', says: `renews ${key}` }, () => table.renewConfidential(key, expiration, when)),
    eraseConfidential: (key, when) =>
      request(host, { kind: 'write', says: `erases ${key}` }, () =>
        watched(key, () => table.eraseConfidential(key, when)),
      ),
  };
}
