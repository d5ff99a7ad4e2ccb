import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendCommand } from '../../../millrace/local/cli/send-command.ts';

describe('the command that sends a job', () => {
  it.each([
    ['npm run send --', { send: 'node millrace/bin/millrace.mjs enqueue' }],
    ['npx millrace enqueue', { send: 'node send-newsletter.js' }],
    ['npx millrace enqueue', {}],
    ['npx millrace enqueue', undefined],
  ])('is %s in a project with the scripts %j', async (command, scripts) => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-scripts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
    expect(await sendCommand(folder)).toBe(command);
  });
});
