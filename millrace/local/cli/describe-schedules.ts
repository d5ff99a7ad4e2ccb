import type { Paint } from '../../ops/cli/paint.ts';
import type { ReadyEvent } from '../local-run-event.ts';

/** The schedules of a run, each with its next time; nothing where there are none. */
export function describeSchedules({ schedules, app, stage }: ReadyEvent, paint: Paint): string[] {
  if (schedules.length === 0) return [];
  const lines = schedules.flatMap(({ name, expression, timeZone, nextAt }) => [
    `  ${shortName(name, app, stage)}`,
    `    ${whenOf(expression, timeZone)}, ${nextAt === undefined ? 'not due any more' : `next at ${nextAt}`}`,
  ]);
  return ['', paint('bold', 'Schedules'), ...lines];
}

/** A rate knows no zone: it is so long after the time before. */
function whenOf(expression: string, timeZone: string): string {
  return expression.startsWith('rate') ? expression : `${expression} ${timeZone}`;
}

/** Without what all names of a deployment begin with. */
function shortName(name: string, app: string, stage: string): string {
  const prefix = `${app}-${stage}-`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
