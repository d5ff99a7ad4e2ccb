import { expect, it } from 'vitest';
import { fold } from '../../../millrace/ops/text/fold.ts';

it.each([
  ['that fits', '  one   two', '  one   two'],
  ['that is indented', '  one two three four', '  one two three\n  four'],
  ['with a count before it', '     12  one two three', '     12  one two\n         three'],
  ['with a next step', '  → one two three four', '  → one two three\n    four'],
  ['of one long word', '  '.padEnd(24, 'x'), '  '.padEnd(24, 'x')],
])('a line %s is not wider than the terminal, where its words allow it', (_, line, folded) => {
  expect(fold(line, 17)).toBe(folded);
});
