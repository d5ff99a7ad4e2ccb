interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Stand for the numbers from `least` on. */
  readonly words?: readonly string[];
  /** What may stand alone besides lists, ranges and steps. */
  readonly special?: (part: string, isValue: (text: string) => boolean) => boolean;
  /** What is allowed besides numbers, in words. */
  readonly signs: string;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const DAY_OF_MONTH: CronField = {
  ...{ name: 'day of the month', least: 1, most: 31, signs: 'with , - * / ? and L or 15W alone' },
  special: (part, isValue) => part === 'L' || (part.endsWith('W') && isValue(part.slice(0, -1))),
};
const DAY_OF_WEEK: CronField = {
  ...{ name: 'day of the week', least: 1, most: 7, words: DAYS },
  signs: 'SUN to SAT (1 is SUN), with , - * ? and L, 6L or 2#1 alone',
  special: (part, isValue) =>
    part === 'L' ||
    (part.endsWith('L') && isValue(part.slice(0, -1))) ||
    (/#[1-5]$/.test(part) && isValue(part.slice(0, -2))),
};

const FIELDS: readonly CronField[] = [
  { name: 'minutes', least: 0, most: 59, signs: 'with , - * /' },
  { name: 'hours', least: 0, most: 23, signs: 'with , - * /' },
  DAY_OF_MONTH,
  { name: 'month', least: 1, most: 12, words: MONTHS, signs: 'JAN to DEC, with , - * /' },
  DAY_OF_WEEK,
  { name: 'year', least: 1970, most: 2199, signs: 'with , - * /' },
];

/**
 * What is wrong with the six fields of an AWS cron expression, each fault in words; none where it can be deployed.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export function cronFaults(expression: string): string[] {
  const parts = expression.split(' ');
  if (parts.length !== FIELDS.length) {
    return [`must have six fields with a blank between them: ${FIELDS.map(({ name }) => name).join(', ')}`];
  }
  const faults = FIELDS.flatMap((field, index) => fieldFault(field, parts[index] ?? ''));
  const unset = [parts[2], parts[4]].filter((part) => part === '?').length;
  if (unset !== 1) faults.push('exactly one of day of the month and day of the week must be ?');
  return faults;
}

function fieldFault(field: CronField, text: string): string[] {
  const isDay = field === DAY_OF_MONTH || field === DAY_OF_WEEK;
  const isValue = (part: string) => numberIn(field, part) !== undefined;
  const isFine =
    text === '*' || (isDay && text === '?') || field.special?.(text, isValue) || text.split(',').every(isItem(field));
  if (isFine) return [];
  return [`${field.name} "${text}" must be ${field.least} to ${field.most}, ${field.signs}`];
}

/** A value, a range, or a step over one; `*` alone has been seen to. */
function isItem(field: CronField): (item: string) => boolean {
  return (item) => {
    const [range = '', step, ...more] = item.split('/');
    if (more.length > 0 || (range === '*' && step === undefined)) return false;
    if (step !== undefined && (field === DAY_OF_WEEK || !isStep(step, field.most))) return false;
    if (range === '*') return true;
    const [from, to, ...rest] = range.split('-').map((part) => numberIn(field, part));
    if (from === undefined || rest.length > 0) return false;
    return !range.includes('-') || (to !== undefined && from <= to);
  };
}

function isStep(text: string, most: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

function numberIn({ least, most, words = [] }: CronField, text: string): number | undefined {
  const word = words.indexOf(text);
  if (word >= 0) return least + word;
  if (!/^\d{1,4}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}
