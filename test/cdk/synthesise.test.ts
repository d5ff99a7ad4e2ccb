import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SynthesisFailedError, synthesise } from 'millrace/cdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, 'fixtures/app');
let outdir: string;

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'millrace-synth-'));
});

afterAll(() => rm(outdir, { recursive: true }));

/** The message of what a synthesis of the fixture ends in. */
async function failure(stage: string, rules: boolean): Promise<string> {
  const error = await synthesise({ root, outdir: join(outdir, stage), stage, rules }).catch((reason) => reason);
  expect(error).toBeInstanceOf(SynthesisFailedError);
  return error.message;
}

// Each starts a process of its own, which a busy machine may keep waiting.
const patient = { timeout: 60_000 };

describe('the synthesis of an app', patient, () => {
  it('makes the template of the stage it is asked for, without an account', async () => {
    const assembly = await synthesise({ root, outdir: join(outdir, 'dev'), stage: 'dev' });
    expect(assembly).toEqual({
      stack: 'fixture-dev',
      resources: new Map([['AWS::Logs::LogGroup', 1]]),
      functions: [],
    });
  });

  it('fails with what the app said and where, without its stack trace', async () => {
    expect(await failure('unknown', false)).toBe(
      "stage unknown can't be synthesised\nno stage unknown: dev, prod\n  at app.ts:9",
    );
  });

  it.each([
    ['is no JSON', '{', (dir: string) => `cdk.json is no JSON\n  → put right ${dir}/cdk.json`],
    [
      'names no app',
      '{}',
      (dir: string) => `cdk.json names no app\n  → add "app": "node infra/app.ts" to ${dir}/cdk.json`,
    ],
    [
      'is missing',
      undefined,
      (dir: string) => `there is no cdk.json in ${dir}\n  → change to the folder that holds cdk.json and jobs/index.ts`,
    ],
  ])('says what to do where cdk.json %s', async (_what, text, message) => {
    const dir = await mkdtemp(join(outdir, 'project-'));
    if (text !== undefined) await writeFile(join(dir, 'cdk.json'), text);
    const error = await synthesise({ root: dir, outdir: join(dir, 'cdk.out'), stage: 'dev' }).catch((reason) => reason);
    expect(error).toBeInstanceOf(SynthesisFailedError);
    expect(error.message).toBe(message(dir));
  });

  it('runs no rules unless asked', async () => {
    const assembly = await synthesise({ root, outdir: join(outdir, 'insecure'), stage: 'insecure' });
    expect(assembly.stack).toBe('fixture-insecure');
  });
});

describe('the rules', patient, () => {
  it('fail on what a rule pack finds', async () => {
    expect(await failure('insecure', true)).toContain('The SQS queue does not have a redrive policy configured.');
  });

  it("fail on what CDK's own validation finds", async () => {
    expect(await failure('impossible', true)).toContain('DelaySeconds: 5000 is greater than the maximum of 900');
  });

  it('fail on a warning too', async () => {
    expect(await failure('kept-for-ever', true)).toBe(`stage kept-for-ever breaks rules
  Serverless-CloudWatchLogGroupRetentionPeriod at fixture-kept-for-ever/Logs/Resource: The CloudWatch Log Group does not have an explicit retention policy defined.`);
  });

  it('pass where nothing is found', async () => {
    const assembly = await synthesise({ root, outdir: join(outdir, 'dev'), stage: 'dev', rules: true });
    expect(assembly.stack).toBe('fixture-dev');
  });
});
