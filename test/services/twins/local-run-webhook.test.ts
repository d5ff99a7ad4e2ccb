import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTwinControl } from '../../../services/twins/twin-control.ts';
import { localRunOfCopy } from '../../architecture/local-run-of-copy.ts';
import { copyProject, type ProjectCopy } from '../../architecture/project-copy.ts';
import { codeBlocks } from '../../docs/code-blocks.ts';

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

const postEvent = async () => {
  const block = codeBlocks(join(copy.dir, 'docs/local-run.md')).find(({ text }) => text.startsWith('STRIPE='));
  const { stdout } = await promisify(execFile)('sh', ['-ec', block?.text ?? 'exit 1'], { cwd: copy.dir });
  return stdout.split('\r\n')[0];
};

describe('an event that is posted to a local run as docs/local-run.md shows it', { timeout: 120_000 }, () => {
  it('sends one mail, although it is posted twice', async () => {
    const run = localRunOfCopy(copy);
    const { twins = '', webhooks } = await run.next('ready');
    expect(webhooks?.stripe).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhooks\/stripe$/);
    expect(await postEvent()).toBe('HTTP/1.1 202 Accepted');
    expect(await run.next('outcome')).toMatchObject({ outcome: 'completed', jobId: 'email.send:stripe%3Aevt_1' });
    expect(await postEvent()).toBe('HTTP/1.1 202 Accepted');
    const { effects } = await createTwinControl(twins).ledger('mail');
    expect(effects).toMatchObject([{ to: 'ada@example.com', templateId: 'invoice-reminder' }]);
  });
});
