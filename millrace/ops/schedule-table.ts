import type { JobDefinition } from '../definition/job-definition.ts';
import { markdownTable } from './text/markdown-table.ts';

/** A job's schedules for its page; nothing where it has none. */
export function scheduleTable({ schedules, priorities }: JobDefinition): string[] {
  if (schedules.length === 0) return [];
  const rows = schedules.map(({ name, expression, timeZone, payload, priority }) => [
    `\`${name}\``,
    `\`${expression}\``,
    timeZone,
    ...(priorities.length === 0 ? [] : [`\`${priority}\``]),
    `\`${JSON.stringify(payload)}\``,
  ]);
  const head = ['schedule', 'when', 'time zone', ...(priorities.length === 0 ? [] : ['priority']), 'payload'];
  return [markdownTable([head, ...rows])];
}
