import { describe, expect, it } from 'vitest';
import { withoutStackTrace } from '../../millrace/cdk/without-stack-trace.ts';

describe('what a failed command said', () => {
  it('is told without the source excerpt, the stack and the version of Node', () => {
    const output = `file:///work/infra/app.ts:14
if (!stage) throw new Error(\`no stage qa\`);
                  ^

Error: no stage qa: -c stage=dev
    at file:///work/infra/app.ts:14:19
    at ModuleJob.run (node:internal/modules/esm/module_job:561:25)

Node.js v24.21.0
`;
    expect(withoutStackTrace(output)).toBe('Error: no stage qa: -c stage=dev');
  });

  it('keeps a message of many lines, and the places that a rule names', () => {
    const output = `file:/work/millrace/cdk/job-queues.ts:45:19
ERROR DelaySeconds: 5000 is greater than the maximum of 900
   shop-dev/Jobs/Queue
node:internal/modules/run_main:107
    triggerUncaughtException(
    ^

«ValidationFailed» Validation failed.
    ...App.synth in aws-cdk-lib...
`;
    expect(withoutStackTrace(output)).toBe(`file:/work/millrace/cdk/job-queues.ts:45:19
ERROR DelaySeconds: 5000 is greater than the maximum of 900
   shop-dev/Jobs/Queue
«ValidationFailed» Validation failed.`);
  });
});
