import type { Plan } from '../world/plan.ts';
import { LIGHT_DEEDS } from '../world/plan-sends.ts';
import type { Invariant } from './invariant.ts';

const LONGEST_MS = 15_000;

/** Where no fault strikes and nobody is slow, a job runs again about when it is due. */
export const promptWithoutFaults: Invariant = {
  name: 'a job runs again when it is due',
  onWrite({ before, after, atMs }, { plan }) {
    if (before?.status !== 'FAILED' || before.due_at === undefined || !isPrompt(plan)) return undefined;
    const lateMs = atMs - Date.parse(before.due_at);
    if (after.status === 'CANCELLED' || lateMs < LONGEST_MS) return undefined;
    return { job: after.id, saw: `${after.status} ${lateMs} ms after it was due` };
  },
};

function isPrompt({ intensity, settings, sends, deploysAtMs, forgetsAtMs }: Plan): boolean {
  if (intensity > 0 || deploysAtMs.length > 0 || forgetsAtMs.length > 0) return false;
  const { isOrdered, ratePerSecond, breaker } = settings;
  if (isOrdered || ratePerSecond !== undefined || breaker !== undefined) return false;
  return sends.every(({ payload }) => LIGHT_DEEDS.includes(payload.does));
}
