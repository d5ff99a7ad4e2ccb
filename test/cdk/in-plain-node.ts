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
  const program = `const bundle = await import(${JSON.stringify(bundleFile)});
    console.log(JSON.stringify(await (${expression})));`;
  // As a module: a script given with -e has a global `require`, which no function of Lambda's has.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: '/',
    env: { ...LAMBDA_ENVIRONMENT, ...environment },
  });
  return JSON.parse(stdout);
}
