import type { Invariant } from './invariant.ts';

const OVER = new Set(['COMPLETED', 'EXPIRED', 'CANCELLED']);

/** A message is deleted only when its job is over, or a copy of it went to the dead-letter queue. */
export const acknowledgedWhenOver: Invariant = {
  name: 'a message is acknowledged when it is over',
  onAcknowledged({ body, sent, record, parked }) {
    if (parked > 0) return undefined;
    const isSame = sent !== undefined && (record?.version !== sent.version || record.validation === sent.validation);
    if (isSame && record !== undefined && OVER.has(record.status)) return undefined;
    return { job: sent?.jobId ?? body.slice(0, 60), saw: `acknowledged while its record is ${record?.status}` };
  },
};
