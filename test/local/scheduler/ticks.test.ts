import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTicks } from '../../../millrace/local/scheduler/ticks.ts';

/** The first ticks from an instant on, that one included. */
function ticksFrom(expression: string, from: string, { zone = 'UTC', count = 3 } = {}): string[] {
  const ticks = readTicks(expression, zone, Date.parse(from));
  const found: string[] = [];
  for (let afterMs = Date.parse(from) - 1; found.length < count; ) {
    const nextMs = ticks.next(afterMs);
    if (nextMs === undefined) break;
    found.push(new Date(nextMs).toISOString().slice(0, 16));
    afterMs = nextMs;
  }
  return found;
}

describe('the times of a cron expression', () => {
  // The examples of AWS's guide, in the year that follows; 1 January 2026 is a Thursday.
  it.each([
    ['0 10 * * ? *', '10:00 each day', ['2026-01-01T10:00', '2026-01-02T10:00', '2026-01-03T10:00']],
    ['15 12 * * ? *', '12:15 each day', ['2026-01-01T12:15', '2026-01-02T12:15', '2026-01-03T12:15']],
    ['0 18 ? * MON-FRI *', '18:00 on weekdays', ['2026-01-01T18:00', '2026-01-02T18:00', '2026-01-05T18:00']],
    ['0 8 1 * ? *', '8:00 on each first', ['2026-01-01T08:00', '2026-02-01T08:00', '2026-03-01T08:00']],
    ['0/10 * ? * MON-FRI *', 'each ten minutes', ['2026-01-01T00:00', '2026-01-01T00:10', '2026-01-01T00:20']],
    [
      '0/5 8-17 ? * MON-FRI *',
      'each five minutes of work',
      ['2026-01-01T08:00', '2026-01-01T08:05', '2026-01-01T08:10'],
    ],
    ['0 9 ? * 2#1 *', 'the first Monday', ['2026-01-05T09:00', '2026-02-02T09:00', '2026-03-02T09:00']],
    ['15 10 ? * 6L 2026-2027', 'the last Friday', ['2026-01-30T10:15', '2026-02-27T10:15', '2026-03-27T10:15']],
    ['0 0 L * ? *', 'the last day of the month', ['2026-01-31T00:00', '2026-02-28T00:00', '2026-03-31T00:00']],
    ['0 0 3W * ? *', 'the weekday nearest to the third', ['2026-01-02T00:00', '2026-02-03T00:00', '2026-03-03T00:00']],
    ['0 0 ? * L *', 'the last day of the week', ['2026-01-03T00:00', '2026-01-10T00:00', '2026-01-17T00:00']],
    ['0 0 ? * 1,7 *', 'Sunday, which is 1, and Saturday', ['2026-01-03T00:00', '2026-01-04T00:00', '2026-01-10T00:00']],
    ['0 0 ? * FRI#3 *', 'the third Friday', ['2026-01-16T00:00', '2026-02-20T00:00', '2026-03-20T00:00']],
    ['0 0 29 FEB ? *', 'leap days', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']],
    ['0 0 1 1 ? 2026/2', 'every other year', ['2026-01-01T00:00', '2028-01-01T00:00', '2030-01-01T00:00']],
    ['0 0 1 1 ? 2025', 'a year that is over', []],
    ['0 0 31 2 ? *', 'a day that never comes', []],
  ])('%s: %s', (cron, _what, expected) => {
    expect(ticksFrom(`cron(${cron})`, '2026-01-01T00:00:00Z')).toEqual(expected);
  });

  it('are those of its zone, in winter and in summer', () => {
    const nightly = (from: string) => ticksFrom('cron(0 3 * * ? *)', from, { zone: 'Europe/Paris', count: 1 });
    expect(nightly('2026-01-05T00:00:00Z')).toEqual(['2026-01-05T02:00']);
    expect(nightly('2026-07-05T00:00:00Z')).toEqual(['2026-07-05T01:00']);
  });

  it('leave out what the clock skips in spring', () => {
    expect(ticksFrom('cron(30 2 * * ? *)', '2026-03-28T00:00:00Z', { zone: 'Europe/Paris' })).toEqual([
      '2026-03-28T01:30',
      '2026-03-30T00:30',
      '2026-03-31T00:30',
    ]);
  });

  it('come once where the clock shows them twice in autumn', () => {
    expect(ticksFrom('cron(30 2 * * ? *)', '2026-10-24T00:00:00Z', { zone: 'Europe/Paris' })).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    const hourly = { zone: 'Europe/Paris', count: 3 };
    expect(ticksFrom('cron(0 * * * ? *)', '2026-10-25T00:00:00Z', hourly)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T02:00',
      '2026-10-25T03:00',
    ]);
  });

  it('come once, too, where they are asked for in the hour that comes twice', () => {
    const ticks = readTicks('cron(30 2 * * ? *)', 'Europe/Paris', 0);
    const inTheSecondHour = Date.parse('2026-10-25T01:10:00Z');
    expect(new Date(ticks.next(inTheSecondHour) ?? 0).toISOString()).toBe('2026-10-26T01:30:00.000Z');
  });

  it('always match the fields that they were asked for, and leave none out', () => {
    const field = (least: number, most: number) => fc.integer({ min: least, max: most });
    const anything = fc.record({ minute: field(0, 59), hour: field(0, 23), day: field(1, 28), month: field(1, 12) });
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 20 * 365 }), ({ minute, hour, day, month }, days) => {
        const afterMs = Date.UTC(2026, 0, 1) + days * 86_400_000;
        const ticks = readTicks(`cron(${minute} ${hour} ${day} ${month} ? *)`, 'UTC', 0);
        const year = new Date(afterMs).getUTCFullYear();
        const candidates = [0, 1].map((more) => Date.UTC(year + more, month - 1, day, hour, minute));
        expect(ticks.next(afterMs)).toBe(candidates.find((candidate) => candidate > afterMs));
      }),
    );
  });

  it('take the day of the week by AWS’s numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 4_000 }), (weekday, days) => {
        const nextMs = readTicks(`cron(0 0 ? * ${weekday} *)`, 'UTC', 0).next(Date.UTC(2026, 0, 1) + days * 86_400_000);
        expect(new Date(nextMs ?? 0).getUTCDay()).toBe(weekday - 1);
      }),
    );
  });
});

describe('the times of a rate', () => {
  it('are as far apart as it says, from where it begins', () => {
    expect(ticksFrom('rate(15 minutes)', '2026-01-01T00:07:00Z')).toEqual([
      '2026-01-01T00:07',
      '2026-01-01T00:22',
      '2026-01-01T00:37',
    ]);
  });

  it('know no summer: a day is 24 hours', () => {
    expect(ticksFrom('rate(1 day)', '2026-03-28T12:00:00Z', { zone: 'Europe/Paris' })).toEqual([
      '2026-03-28T12:00',
      '2026-03-29T12:00',
      '2026-03-30T12:00',
    ]);
  });
});

describe('a one-time expression', () => {
  it('is that time in its zone, once', () => {
    const zone = 'America/New_York';
    expect(ticksFrom('at(2026-05-01T12:00:00)', '2026-01-01T00:00:00Z', { zone })).toEqual(['2026-05-01T16:00']);
  });
});

describe('an expression that is none', () => {
  it.each([
    ['cron(0 10 * * *)', 'must have six fields'],
    ['cron(0 10 * * * *)', 'exactly one of day of the month and day of the week must be ?'],
    ['rate(0 minutes)', 'the rate must be at least 1'],
    ['rate(5 fortnights)', 'Invalid Schedule Expression'],
    ['at(2026-13-01T00:00:00)', 'there is no such time'],
    ['at(2026-01-01T00:00:00Z)', 'Invalid Schedule Expression'],
    ['every day', 'Invalid Schedule Expression every day'],
  ])('is refused: %s', (expression, message) => {
    expect(() => readTicks(expression, 'UTC', 0)).toThrow(message);
  });

  it('is one in no zone that there is', () => {
    expect(() => readTicks('rate(1 day)', 'Europe/Atlantis', 0)).toThrow('Timezone Europe/Atlantis');
  });
});
