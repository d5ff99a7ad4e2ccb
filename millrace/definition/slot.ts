/** In a text of a schedule's payload: where the instant of the tick goes. */
export const SLOT = '{scheduledAt}';

/** What EventBridge Scheduler itself fills in, wherever it stands in what it sends. */
export const SCHEDULER_KEYWORD = '<aws.scheduler.';
export const SCHEDULED_TIME = `${SCHEDULER_KEYWORD}scheduled-time>`;

/** A JSON value whose texts have the instant in place. */
export function fillSlot(value: unknown, instant: string): unknown {
  if (typeof value === 'string') return value.replaceAll(SLOT, instant);
  if (Array.isArray(value)) return value.map((item) => fillSlot(item, instant));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillSlot(inner, instant)]));
}
