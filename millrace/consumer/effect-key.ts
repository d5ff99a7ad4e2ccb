import { createHash } from 'node:crypto';

/** Providers take keys of up to 255 characters. */
const LONGEST_KEY = 255;

/** Names one effect of one job, the same in every run and every cycle. */
export function effectKey(jobId: string, step: string): string {
  const key = `${jobId}/${step}`;
  if (key.length <= LONGEST_KEY) return key;
  return `${createHash('sha256').update(jobId).digest('base64url')}/${step}`;
}
