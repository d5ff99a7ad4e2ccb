import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineJob } from 'millrace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { examplePayload } from '../../../millrace/local/cli/example-payload.ts';
import { noteWrite } from '../fixtures/catalogue.ts';

let projectDir: string;
beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), 'millrace-'));
});
afterEach(() => rmSync(projectDir, { recursive: true, force: true }));

function record(payload: object): void {
  const samples = join(projectDir, 'test', 'jobs', 'samples');
  mkdirSync(samples, { recursive: true });
  writeFileSync(join(samples, 'note.write.v1.json'), JSON.stringify(payload));
}

describe('an example of a payload', () => {
  it('is the recorded sample where there is one', async () => {
    record({ noteId: 'n-1', copies: 3, style: 'long' });
    expect(await examplePayload(noteWrite, projectDir)).toEqual({ noteId: 'n-1', copies: 3, style: 'long' });
  });

  it('is made from the schema otherwise', async () => {
    expect(await examplePayload(noteWrite, projectDir)).toEqual({ noteId: 'example-1', copies: 2, style: 'short' });
  });

  it('is none where the schema asks for what can not be guessed', async () => {
    const payload = z.object({ noteId: z.string().regex(/^note-\d{6}$/) });
    const job = defineJob({
      type: 'note.write',
      owner: 'writers',
      payload,
      idempotencyKey: 'noteId',
      replay: { rule: 'safe' },
    });
    expect(await examplePayload(job, projectDir)).toBeUndefined();
  });
});
