import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs the command with an environment in which AWS is not configured. */
function deploy(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const nowhere = join(root, 'test/cdk/fixtures/no-aws-configuration');
  const env = {
    AWS_CONFIG_FILE: nowhere,
    AWS_SHARED_CREDENTIALS_FILE: nowhere,
    AWS_EC2_METADATA_DISABLED: 'true',
    ...environment,
  };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const command = [join(root, 'millrace/bin/deploy.ts'), ...args];
    execFile(process.execPath, command, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

describe('a deploy', { timeout: 60_000 }, () => {
  it('asks which stage', async () => {
    expect(await deploy([])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'millrace: which stage?\n  → npm run deploy -- --stage dev\n',
    });
  });

  it('ends before it does anything where there is no Region', async () => {
    expect(await deploy(['--stage', 'dev'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'millrace: no AWS Region: set AWS_REGION, or run aws configure\n',
    });
  });

  it('ends before it does anything where there are no credentials', async () => {
    expect(await deploy(['--stage', 'dev'], { AWS_REGION: 'eu-west-1' })).toEqual({
      code: 1,
      stdout: '',
      stderr: `millrace: no AWS credentials: run aws sso login, choose a profile with
    AWS_PROFILE, or set AWS_ACCESS_KEY_ID and its secret
`,
    });
  });

  it('explains itself', async () => {
    const { code, stdout } = await deploy(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('npm run deploy -- --stage NAME');
  });
});
