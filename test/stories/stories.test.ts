import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processEnvironment } from '../../millrace/local/environment.ts';
import { copyProject } from '../architecture/project-copy.ts';
import type { StoryResult } from './story.ts';

const run = promisify(execFile);
const MINUTE_MS = 60_000;

describe('npm run demo -- --json', () => {
  let stdout = '';
  let stories: readonly StoryResult[] = [];

  beforeAll(async () => {
    ({ stdout } = await run(process.execPath, [join(import.meta.dirname, 'tell.ts'), '--json']));
    ({ stories } = JSON.parse(stdout));
  }, MINUTE_MS);

  it('prints one JSON object on one line, and nothing else', () => {
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stories.map(({ name }) => name)).toEqual([
      'life-cycle',
      'duplicate',
      'retry-and-dead-letter',
      'between-steps',
    ]);
  });

  it('completes twelve jobs with twelve effects, though a worker died and its message came back', () => {
    const counts = { sent: 12, completed: 12, duplicates: 0, dead: 0, effects: 12, attempts: 12, returned: 1 };
    expect(stories[0]).toMatchObject({ ...counts, reasons: [] });
  });

  it('sends the e-mail once that was delivered twice', () => {
    const counts = { sent: 2, completed: 1, duplicates: 1, dead: 0, effects: 1, attempts: 1, returned: 0 };
    expect(stories[1]).toMatchObject({ ...counts, reasons: [] });
  });

  it('completes the normal and the flaky job, and dead-letters the poison one before it reaches a handler', () => {
    const counts = { sent: 3, completed: 2, duplicates: 0, dead: 1, effects: 2, attempts: 3, returned: 1 };
    expect(stories[2]).toMatchObject({ ...counts, reasons: ['invalid-payload'] });
    expect(stories[2]?.jobs.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['COMPLETED', 1],
      ['COMPLETED', 2],
      ['DEAD', 0],
    ]);
  });

  it('does each thing once in a job of four steps whose worker dies after the third', () => {
    const counts = { sent: 2, completed: 2, duplicates: 0, dead: 0, effects: 4, attempts: 2, returned: 1 };
    expect(stories[3]).toMatchObject({ ...counts, reasons: [] });
  });
});

describe('npm run demo', () => {
  const tell = join(import.meta.dirname, 'tell.ts');

  it.each([
    ['an option that there is not', ['--nope'], {}, 2, 'millrace: unknown option --nope\n  → npm run demo -- --help\n'],
    [
      'a story that there is not',
      ['--story', 'x'],
      {},
      2,
      'millrace: there is no story x\n  → the stories: life-cycle, duplicate, retry-and-dead-letter, between-steps\n',
    ],
    [
      'another engine',
      [],
      { AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9' },
      1,
      'millrace: the demo runs on the embedded engine only\n  → unset the AWS_ENDPOINT_URL variables\n',
    ],
  ])('refuses %s before it begins', async (_what, args, variables, exitCode, message) => {
    const env = { ...processEnvironment(), ...variables };
    const { status, stdout, stderr } = spawnSync(process.execPath, [tell, ...args], { env, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: exitCode, stdout: '', stderr: message });
  });

  it(
    'ends without a word when nobody reads any more',
    async () => {
      const child = spawn(process.execPath, [tell, '--story', 'duplicate'], { stdio: ['ignore', 'pipe', 'pipe'] });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text;
      });
      child.stdout.once('data', () => child.stdout.destroy());
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(stderr).toBe('');
    },
    MINUTE_MS,
  );
});

describe('npm run demo with a job file that is broken', () => {
  const copy = copyProject();
  afterAll(() => copy.remove());

  it(
    'says what is wrong, and where, without a stack trace',
    async () => {
      const path = join(copy.dir, 'jobs', 'email-send.ts');
      writeFileSync(path, readFileSync(path, 'utf8').replace("type: 'email.send'", "type: 'email-send'"));
      const failed = await copy.node('test/stories/tell.ts').catch((error: Error) => error.message);
      expect(failed).toContain('type: "email-send" given; must be noun.verb');
      expect(failed).toContain('\n  at jobs/email-send.ts:4\n');
      expect(failed).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect(failed).not.toContain('problems:');
    },
    MINUTE_MS,
  );
});

describe('the story of the duplicate, told without the guard', () => {
  const copy = copyProject();
  afterAll(() => copy.remove());

  it(
    'counts two effects',
    async () => {
      const path = join(copy.dir, 'millrace', 'consumer', 'guarded-run.ts');
      const guarded = '  const record = new JobRecordLayer(invocation, delivered, takeClaim);\n';
      const source = readFileSync(path, 'utf8');
      expect(source).toContain(guarded);
      writeFileSync(path, source.replace(guarded, `${UNGUARDED}${guarded}`));
      const told = await copy.node('test/stories/tell.ts', '--json', '--story', 'duplicate');
      expect(JSON.parse(told).stories[0]).toMatchObject({ sent: 2, completed: 2, duplicates: 0, effects: 2 });
    },
    MINUTE_MS,
  );
});

/** Claims, and runs whatever the claim says, and whatever steps were done. */
const UNGUARDED = `
  const claim = await takeClaim();
  if (claim.kind === 'unanswered') return claim;
  const run = beginRun(invocation, claim.record);
  const steps = { ...run.steps, states: {}, finish: () => undefined, save: async () => undefined };
  const result = await executeWork(invocation, delivered, { ...run, steps });
  if (result !== undefined) {
    return { kind: 'ran', outcome: { name: 'completed', acknowledged: true, jobId: claim.record.id, result } };
  }
`;
