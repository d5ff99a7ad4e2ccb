import type { PayloadIssue } from './invalid-payload-error.ts';
import type { JobDefinition } from './job-definition.ts';
import { nameOf } from './parse-payload.ts';
import { isPlainObject } from './plain-object.ts';

export type UpgradedPayload =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly issues: readonly PayloadIssue[] };

/** Brings data of an older version up to the job's current one, step by step, on a copy. */
export function upgradePayload(
  job: Pick<JobDefinition, 'version' | 'upgrades'>,
  data: Readonly<Record<string, unknown>>,
  fromVersion: number,
): UpgradedPayload {
  let upgraded: Record<string, unknown> = structuredClone(data);
  for (let version = fromVersion; version < job.version; version += 1) {
    const step = `the upgrade from version ${version} to ${version + 1}`;
    const upgrade = job.upgrades[version - 1];
    if (upgrade === undefined) return refused(`${step} does not exist`);
    try {
      upgraded = upgrade(upgraded);
    } catch (error) {
      return refused(`${step} threw ${nameOf(error)}`);
    }
    if (!isPlainObject(upgraded)) return refused(`${step} returned no plain object`);
  }
  return { ok: true, data: upgraded };
}

function refused(message: string): UpgradedPayload {
  return { ok: false, issues: [{ path: '(payload)', message }] };
}
