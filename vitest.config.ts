import { defineConfig } from 'vitest/config';
import { engineAddresses } from './test/contracts/environment.ts';

// Template validation costs seconds once a process; `npm run check` turns it on in its synth step.
process.env.CDK_VALIDATION = 'false';

// Nobody's credentials, and no profile or instance to ask for others: no test can reach an account.
Object.assign(process.env, {
  ...{ AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'nobody', AWS_SESSION_TOKEN: '' },
  ...{ AWS_PROFILE: '', AWS_EC2_METADATA_DISABLED: 'true' },
});

// Files that share an engine share its clock: one after another.
const { sqs, dynamodb } = engineAddresses();
const fileParallelism = sqs === undefined && dynamodb === undefined;

export default defineConfig({
  test: { include: ['test/**/*.test.ts'], pool: 'threads', isolate: false, passWithNoTests: false, fileParallelism },
});
