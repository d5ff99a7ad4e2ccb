import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { synthesise } from '../cdk/index.ts';
import { findAwsAccount } from '../ops/aws-account.ts';
import { OperatorError, UsageError } from '../ops/operator-error.ts';
import { checkStage } from './check-stage.ts';
import { describeAssembly } from './describe-assembly.ts';
import { endWithMessage } from './end-with-message.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run deploy -- --stage NAME [-- options of cdk deploy]

Synthesises a stage with all rules, says what it consists of, and deploys it
with the CDK CLI. Needs AWS credentials and a Region, and once per account and
Region: npx cdk bootstrap

  --stage NAME   dev, prod …
  --help         this text`;

const AFTER_FAILURE =
  'docs/runbooks/deploy.md says what to do; see whether the account answers: aws sts get-caller-identity';

const root = process.cwd();

await endWithMessage(async () => {
  const { options, arguments: optionsOfCdk } = readOptions({
    name: 'deploy',
    options: { stage: { value: 'NAME' }, help: {} },
    mostArguments: Number.POSITIVE_INFINITY,
  });
  if (options.help) return console.log(HELP);
  if (!options.stage) throw new UsageError('which stage?', 'npm run deploy -- --stage dev');
  const stage = String(options.stage);
  await checkStage(root, stage);
  const { region, accessKeyId } = await findAwsAccount();
  const outdir = join(root, 'cdk.out');
  const assembly = await synthesise({ root, outdir, stage, rules: true });
  console.log(`${describeAssembly(assembly)}\n\nto ${region}, with the access key ${accessKeyId}\n`);
  const exitCode = await cdk('deploy', '--app', outdir, ...optionsOfCdk);
  if (exitCode !== 0) throw new OperatorError(`cdk deploy ended with ${exitCode}, and says why above`, AFTER_FAILURE);
});

/** The pinned CDK CLI, with this terminal: it shows its progress and asks before it widens permissions. */
async function cdk(...args: readonly string[]): Promise<number> {
  const cli = createRequire(join(root, 'package.json')).resolve('aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
