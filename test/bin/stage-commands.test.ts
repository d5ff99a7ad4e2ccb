import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';
import { temporaryProject } from './temporary-project.ts';

const bin = join(import.meta.dirname, '../../millrace/bin');
const noAccount = { HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' };
const someAccount = { ...noAccount, AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'some', AWS_SECRET_ACCESS_KEY: 'one' };

/** A CDK app in a few lines, and what stands for the CDK CLI. */
const files = {
  'cdk.json': '{"app":"node app.mjs","context":{"millrace:stages":["dev","prod"]}}',
  'app.mjs': `
    import { mkdirSync, writeFileSync } from 'node:fs';
    const outdir = process.env.CDK_OUTDIR;
    mkdirSync(outdir, { recursive: true });
    writeFileSync(outdir + '/shop-dev.template.json', '{"Resources":{}}');
    writeFileSync(outdir + '/validation-report.json', '{"pluginReports":[]}');`,
  'node_modules/aws-cdk/bin/cdk': 'console.log(process.argv.slice(2).join(" ")); process.exitCode = 1;',
};

const broken = `throw new Error('job parcel.ship: 1 broken rule\\n  batchSize: 50 given; ${'must be from 1 to 10, '.repeat(4)}or none')`;

const run = async (script: string, args: readonly string[], env: Readonly<Record<string, string>> = noAccount) =>
  runCommand(process.execPath, [join(bin, script), ...args], { cwd: await temporaryProject(files), env });

describe('the commands for a stage', () => {
  it.each([
    ['synth.ts', ['--nope'], 'unknown option --nope', 'npm run synth -- --help'],
    ['synth.ts', ['--stag', 'dev'], 'unknown option --stag; did you mean --stage?', 'npm run synth -- --help'],
    ['synth.ts', ['--stage'], '--stage needs a value', '--stage NAME'],
    ['synth.ts', ['--rules=yes'], '--rules takes no value, yes given', 'npm run synth -- --help'],
    ['synth.ts', ['dev'], 'there is no use for dev', 'npm run synth -- --help'],
    ['synth.ts', ['--stage', 'nonsense'], 'no stage nonsense', '--stage dev or --stage prod'],
    ['deploy.ts', ['--nope'], 'unknown option --nope', 'npm run deploy -- --help'],
    ['deploy.ts', [], 'which stage?', 'npm run deploy -- --stage dev'],
    ['deploy.ts', ['--stage', 'nonsense'], 'no stage nonsense', '--stage dev or --stage prod'],
    ['pack.ts', ['--nope'], 'unknown option --nope', 'npm run pack -- --help'],
  ])('%s %j is answered as the verbs answer wrong usage', async (script, args, message, nextStep) => {
    const stderr = `millrace: ${message}\n  → ${nextStep}\n`;
    expect(await run(script, args)).toEqual({ exitCode: 2, stdout: '', stderr });
  });

  it.each(['synth.ts', 'deploy.ts', 'pack.ts'])('%s explains itself in 80 columns', async (script) => {
    const { exitCode, stdout } = await run(script, ['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^npm run (synth|deploy|pack) -- /);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each([[[]], [['--rules']]])('tell once what fails, with its place and in 80 columns: synth %j', async (args) => {
    const cwd = await temporaryProject({ ...files, 'app.mjs': `\n${broken}` });
    const { exitCode, stdout, stderr } = await runCommand(process.execPath, [join(bin, 'synth.ts'), ...args], { cwd });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe(`millrace: stage dev can't be synthesised
job parcel.ship: 1 broken rule
  batchSize: 50 given; must be from 1 to 10, must be from 1 to 10, must be
      from 1 to 10, must be from 1 to 10, or none
  at app.mjs:2
`);
  });

  it('say what to do next where the CDK CLI fails', async () => {
    const { exitCode, stdout, stderr } = await run('deploy.ts', ['--stage', 'dev'], someAccount);
    expect(stdout).toMatch(/deploy --app \S+\/cdk\.out\n$/);
    expect(stderr).toBe(`millrace: cdk deploy ended with 1, and says why above
  → docs/runbooks/deploy.md says what to do; see whether the account answers:
    aws sts get-caller-identity
`);
    expect(exitCode).toBe(1);
  });
});
