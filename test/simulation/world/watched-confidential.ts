import type { ConfidentialTable } from '../../../millrace/record/confidential-table.ts';
import type { SimWorld } from './create-world.ts';
import type { Host } from './host.ts';

/** Confidential data as one process reaches it: what is written, read and erased is seen, and anything may go wrong. */
export function watchedConfidential({ table, request }: SimWorld, host: Host): ConfidentialTable {
  return {
    writeConfidential: (write) =>
      request(host, { kind: 'write', says: `writes ${write.key}` }, () => table.writeConfidential(write)),
    getConfidential: (key) => request(host, { kind: 'read', says: `reads ${key}` }, () => table.getConfidential(key)),
    renewConfidential: (key, expiration, when) =>
      request(host, { kind: 'write', says: `renews ${key}` }, () => table.renewConfidential(key, expiration, when)),
    eraseConfidential: (key, when) =>
      request(host, { kind: 'write', says: `erases ${key}` }, () => table.eraseConfidential(key, when)),
  };
}
