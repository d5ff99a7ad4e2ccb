import { describe, expect, it } from 'vitest';
import { duration } from '../../../millrace/ops/text/duration.ts';

describe('a wait for people', () => {
  it.each([
    [0, '0 s'],
    [119, '119 s'],
    [120, '2 min'],
    [900, '15 min'],
    [7_199, '2 h'],
    [7_200, '2 h'],
    [43_155, '11 h 59 min'],
  ])('of %d seconds is %s', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });
});
