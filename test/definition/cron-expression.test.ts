import { describe, expect, it } from 'vitest';
import { cronFaults } from '../../millrace/definition/cron-expression.ts';

describe('a cron expression of AWS', () => {
  it.each([
    '0 10 * * ? *',
    '15 12 * * ? *',
    '0 18 ? * MON-FRI *',
    '0 8 1 * ? *',
    '0/10 * ? * MON-FRI *',
    '0/5 8-17 ? * MON-FRI *',
    '0 9 ? * 2#1 *',
    '15 10 ? * 6L 2022-2023',
    '0 0 L * ? *',
    '0 0 15W JAN,JUL ? *',
    '30 2 1,15 3-10 ? 2026/2',
    '*/15 * * * ? *',
    '0 0 ? * L *',
    '0 0 ? * FRI#3 *',
    '59 23 31 12 ? 2199',
    '0 0 ? * 1,7 1970',
  ])('may be %s', (expression) => {
    expect(cronFaults(expression)).toEqual([]);
  });

  it.each([
    ['60 0 * * ? *', 'minutes "60" must be 0 to 59, with , - * /'],
    ['0 24 * * ? *', 'hours "24" must be 0 to 23, with , - * /'],
    ['0 0 32 * ? *', 'day of the month "32" must be 1 to 31, with , - * / ? and L or 15W alone'],
    ['0 0 0 * ? *', 'day of the month "0" must be 1 to 31, with , - * / ? and L or 15W alone'],
    ['0 0 LW * ? *', 'day of the month "LW" must be 1 to 31, with , - * / ? and L or 15W alone'],
    ['0 0 1,L * ? *', 'day of the month "1,L" must be 1 to 31, with , - * / ? and L or 15W alone'],
    ['0 0 1 13 ? *', 'month "13" must be 1 to 12, JAN to DEC, with , - * /'],
    ['0 0 1 Jan ? *', 'month "Jan" must be 1 to 12, JAN to DEC, with , - * /'],
    ['0 0 ? * 0 *', 'day of the week "0" must be 1 to 7, SUN to SAT (1 is SUN), with , - * ? and L, 6L or 2#1 alone'],
    ['0 0 ? * 8 *', 'day of the week "8" must be 1 to 7, SUN to SAT (1 is SUN), with , - * ? and L, 6L or 2#1 alone'],
    [
      '0 0 ? * 2#6 *',
      'day of the week "2#6" must be 1 to 7, SUN to SAT (1 is SUN), with , - * ? and L, 6L or 2#1 alone',
    ],
    ['0 0 ? * FRI-MON *', /^day of the week "FRI-MON" must be/],
    ['0 0 * * ? 1969', 'year "1969" must be 1970 to 2199, with , - * /'],
    ['*/0 * * * ? *', /^minutes "\*\/0" must be/],
    ['5-1 * * * ? *', /^minutes "5-1" must be/],
    ['1- * * * ? *', /^minutes "1-" must be/],
    ['*,5 * * * ? *', /^minutes "\*,5" must be/],
    ['0 0 1 * ? 26', 'year "26" must be 1970 to 2199, with , - * /'],
  ])('may not be %s', (expression, fault) => {
    expect(cronFaults(expression)).toEqual([typeof fault === 'string' ? fault : expect.stringMatching(fault)]);
  });

  it.each(['0 0 * * * *', '0 0 ? * ? *', '0 0 1 * MON *'])(
    'sets exactly one of its two day fields, unlike %s',
    (expression) => {
      expect(cronFaults(expression)).toEqual(['exactly one of day of the month and day of the week must be ?']);
    },
  );

  it.each(['', '0 3 * * *', '0 0 3 * * ? *', '0  3 * * ? *', ' 0 3 * * ? *', '@daily'])(
    'has six fields, unlike "%s"',
    (expression) => {
      expect(cronFaults(expression)).toEqual([
        'must have six fields with a blank between them: minutes, hours, day of the month, month, day of the week, year',
      ]);
    },
  );

  it('is told all its faults at once', () => {
    expect(cronFaults('60 24 * * MON *')).toHaveLength(3);
  });
});
