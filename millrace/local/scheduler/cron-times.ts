import { Cron } from 'croner';

/** The first time of a cron expression after a wall time, whatever clock hangs there; none where no more come. */
export type CronTimes = (afterWallMs: number) => number | undefined;

/** The expression has been seen to be one of AWS's. What a zone's clock skips or repeats is its reader's affair. */
export function cronTimes(expression: string): CronTimes {
  const cron = new Cron(cronerPattern(expression), {
    paused: true,
    // croner itself would move a time that a clock skips to the end of the gap, where AWS leaves it out.
    timezone: 'UTC',
    mode: '7-part',
    alternativeWeekdays: true,
    sloppyRanges: true,
  });
  return (afterWallMs) => cron.nextRun(new Date(afterWallMs))?.getTime();
}

/** Seconds come first; a lone `L` for the day of the week is Saturday to AWS, and nothing to croner. */
function cronerPattern(expression: string): string {
  const [minutes, hours, dayOfMonth, month, dayOfWeek, year] = expression.split(' ');
  return ['0', minutes, hours, dayOfMonth, month, dayOfWeek === 'L' ? 'SAT' : dayOfWeek, year].join(' ');
}
