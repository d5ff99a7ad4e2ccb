import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alarmKinds, runbookPath, schedulesAlarm } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('the runbook of an alarm', () => {
  it.each([...alarmKinds, schedulesAlarm].map((kind) => [kind.id, runbookPath(kind)]))(
    'for %s says what it means, where to look, what to do and how to check that it worked',
    async (_kind, path) => {
      const text = await readFile(join(root, path), 'utf8');
      expect(text.match(/^## .*$/gm)).toEqual(['## What it means', '## Look', '## Act', '## Check it worked']);
    },
  );
});
