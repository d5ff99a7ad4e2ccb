import type { Queue } from './queue.ts';
import { isFields } from './request-fields.ts';

export interface AccessPolicy {
  readonly Version: string;
  readonly Statement: readonly unknown[];
}

/** The queue's `Policy`; it is kept, not enforced: locally everybody may do everything. */
export function readAccessPolicy(queue: Queue): AccessPolicy {
  const text = queue.attributes.Policy;
  if (!text) return { Version: '2012-10-17', Statement: [] };
  const policy = JSON.parse(text);
  return { ...policy, Statement: Array.isArray(policy.Statement) ? policy.Statement : [policy.Statement ?? []].flat() };
}

export function writeAccessPolicy(queue: Queue, policy: AccessPolicy) {
  const { Policy: _, ...others } = queue.attributes;
  queue.configure(policy.Statement.length > 0 ? { ...others, Policy: JSON.stringify(policy) } : others);
}

export function hasLabel(statement: unknown, label: string): boolean {
  return isFields(statement) && statement.Sid === label;
}
