import { describe, expect, it } from 'vitest';
import { printable } from '../../../millrace/ops/text/printable.ts';

describe('somebody else’s text for a terminal', () => {
  it.each([
    ['a screen that clears itself', '\x1b[2J\x1b[31mevil', '\\x1b[2J\\x1b[31mevil'],
    ['C1, DEL and NUL', '\u009b31m\x7f\0', '\\x9b31m\\x7f\\x00'],
    ['line ends', 'one\r\ntwo', 'one\\r\\ntwo'],
    ['a tab, which stays', 'a\tb', 'a\tb'],
    ['letters of any kind, which stay', 'Grüße 💌', 'Grüße 💌'],
  ])('has no control characters: %s', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
