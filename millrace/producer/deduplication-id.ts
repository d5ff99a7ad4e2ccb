import { createHash } from 'node:crypto';
import { canonicalJson } from '../definition/canonical-json.ts';

/**
 * Of a job sent to a FIFO queue: the same job with the same payload, sent again within five minutes, is one message.
 * Another payload under the same key is another message, which its consumer refuses.
 */
export function deduplicationId(jobId: string, data: unknown): string {
  return createHash('sha256')
    .update(canonicalJson([jobId, data]))
    .digest('hex');
}
