import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LAMBDA_ENVIRONMENT = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'from-the-environment',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_OPTIONS: '--enable-source-maps',
};

/**
 * Imports a bundle in a Node process of its own, far from any node_modules, evaluates an expression over it, and
 * answers its JSON.
 */
export async function inPlainNode(
  bundleFile: string,
  expression: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const program = `import(${JSON.stringify(bundleFile)})
    .then(async (bundle) => console.log(JSON.stringify(await (${expression}))))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
    cwd: '/',
    env: { ...LAMBDA_ENVIRONMENT, ...environment },
  });
  return JSON.parse(stdout);
}
