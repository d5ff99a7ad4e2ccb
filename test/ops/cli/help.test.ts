import { describe, expect, it } from 'vitest';
import { verbHelp } from '../../../millrace/ops/cli/help.ts';
import { verbs } from '../../../millrace/ops/verbs/index.ts';

describe('a verb’s help', () => {
  it.each(verbs)('keeps to 80 columns: $name', (verb) => {
    const lines = verbHelp(verb, (_color, text) => text).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});
