import { createHash } from 'node:crypto';
import { awsLimits } from '../definition/aws-limits.ts';
import type { JobDefinition } from '../definition/job-definition.ts';

/** What SQS takes as a group id as it is: letters, digits and punctuation. A leading `~` is kept for hashes. */
const GROUP_ID = new RegExp(`^[!-}][!-~]{0,${awsLimits.messageGroupIdLength.most - 1}}$`);

/**
 * The message group of a job's payload, parsed: the value of `orderedBy` or `fairBy`. One that SQS would refuse, such as
 * one with a space, an empty or a long one, is hashed, so that any value is a group of its own.
 */
export function groupOf(
  { orderedBy, fairBy }: Pick<JobDefinition, 'orderedBy' | 'fairBy'>,
  payload: Readonly<Record<string, unknown>>,
): string | undefined {
  const field = orderedBy ?? fairBy;
  if (field === undefined) return undefined;
  const value = String(payload[field]);
  return GROUP_ID.test(value) ? value : `~${createHash('sha256').update(value).digest('hex')}`;
}
