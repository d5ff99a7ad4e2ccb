import { cronFaults } from './cron-expression.ts';
import type { DefinitionProblem } from './definition-errors.ts';
import { isPlainObject } from './plain-object.ts';
import { isTimeZone } from './time-zone.ts';

type Given = Readonly<Record<string, unknown>>;

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const RATE = /^(1 (minute|hour|day)|([2-9]|[1-9]\d{1,5}) (minutes|hours|days))$/;

/** Rules about when a job's schedules fire, and where their jobs go. */
export function brokenSchedules({ schedules, orderedBy, priorities, confidential }: Given): DefinitionProblem[] {
  if (schedules === undefined) return [];
  if (!isPlainObject(schedules)) {
    const allowed = "must be an object: { nightly: { cron: '0 3 * * ? *', timeZone: 'Europe/Paris', payload } }";
    return [{ field: 'schedules', given: schedules, allowed }];
  }
  const names = Object.keys(schedules);
  return [
    ...(orderedBy === undefined || names.length === 0 ? [] : [notOrdered(names)]),
    ...(confidential === undefined || names.length === 0 ? [] : [notConfidential(names)]),
    ...names.flatMap((name) => brokenSchedule(name, schedules[name], Array.isArray(priorities) ? priorities : [])),
  ];
}

function notOrdered(given: readonly string[]): DefinitionProblem {
  const why = 'EventBridge Scheduler sends to a FIFO queue only where that deduplicates by content';
  return { field: 'schedules', given, allowed: `not with orderedBy: ${why}, which would swallow copies` };
}

function notConfidential(given: readonly string[]): DefinitionProblem {
  const why = 'EventBridge Scheduler sends the same message each time, and nobody writes the data of its job';
  return { field: 'schedules', given, allowed: `not with confidential: ${why}` };
}

function brokenSchedule(name: string, given: unknown, priorities: readonly unknown[]): DefinitionProblem[] {
  const field = `schedules.${name}`;
  const problems: DefinitionProblem[] = [];
  if (!NAME.test(name)) {
    const allowed = 'its name must be words of lower-case letters and digits, joined by hyphens';
    problems.push({ field, given: name, allowed });
  }
  if (!isPlainObject(given)) return [...problems, { field, given, allowed: 'must be an object with payload' }];
  const { cron, rate, priority } = given;
  if ((cron === undefined) === (rate === undefined)) {
    problems.push({ field, given, allowed: 'must have either cron, with a timeZone, or rate' });
  } else {
    problems.push(...(rate === undefined ? brokenCron(field, given) : brokenRate(field, given)));
  }
  if (priority !== undefined && !priorities.includes(priority)) {
    const allowed = priorities.length === 0 ? 'none: the job has no priorities' : `one of ${priorities.join(', ')}`;
    problems.push({ field: `${field}.priority`, given: priority, allowed });
  }
  return problems;
}

function brokenCron(field: string, { cron, timeZone }: Given): DefinitionProblem[] {
  const faults = typeof cron === 'string' ? cronFaults(cron) : ['must be a text such as 0 3 * * ? *'];
  const problems = faults.map((allowed) => ({ field: `${field}.cron`, given: cron, allowed }));
  if (typeof timeZone === 'string' && isTimeZone(timeZone)) return problems;
  const allowed = 'must be an IANA time zone such as Europe/Paris, or UTC: local time is never implied';
  return [...problems, { field: `${field}.timeZone`, given: timeZone, allowed }];
}

function brokenRate(field: string, { rate, timeZone }: Given): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  if (typeof rate !== 'string' || !RATE.test(rate)) {
    const allowed = 'must be a whole number of minutes, hours or days, such as 1 minute or 15 minutes';
    problems.push({ field: `${field}.rate`, given: rate, allowed });
  }
  if (timeZone !== undefined) {
    const allowed = 'not with rate: a day is 24 hours then, whatever clocks show';
    problems.push({ field: `${field}.timeZone`, given: timeZone, allowed });
  }
  return problems;
}
