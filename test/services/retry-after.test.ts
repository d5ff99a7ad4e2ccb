import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from '../../services/retry-after.ts';

describe('a Retry-After header', () => {
  it.each([
    ['names seconds', { 'retry-after': '17' }, 17],
    ['of 0 asks for a second', { 'retry-after': '0' }, 1],
    [
      'names a date, seen from the date of the answer',
      { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:26:30 GMT' },
      90,
    ],
    [
      'whose date has passed asks for a second',
      { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:29:00 GMT' },
      1,
    ],
    [
      'whose date has nothing to be seen from says nothing',
      { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' },
      undefined,
    ],
    ['of words says nothing', { 'retry-after': 'soon', date: 'Wed, 21 Oct 2026 07:29:00 GMT' }, undefined],
    ['that is not there says nothing', {}, undefined],
  ])('%s', (_title, headers, seconds) => {
    expect(retryAfterSeconds(new Headers(headers))).toBe(seconds);
  });
});
