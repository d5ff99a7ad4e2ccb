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
    expect(withoutStackTrace(output)).toBe('no stage qa: -c stage=dev');
  });

  it("is told once: the error's own fields are left out", () => {
    const output = `file:///work/millrace/definition/define-job.ts:23
  if (problems.length > 0) throw new InvalidJobDefinitionError(String(spec.type), problems);
                                 ^

InvalidJobDefinitionError: job email.send: 1 broken rule
  batchSize: 50 given; must be a whole number from 1 to 10
    at defineJob (file:///work/millrace/definition/define-job.ts:23:34)
    at file:///work/jobs/email-send.ts:4:26 {
  job: 'email.send',
  problems: [
    {
      field: 'batchSize',
      given: 50
    }
  ]
}

Node.js v24.21.0
`;
    expect(withoutStackTrace(output)).toBe(`job email.send: 1 broken rule
  batchSize: 50 given; must be a whole number from 1 to 10`);
  });

  it('is told without the lines around a fault of syntax', () => {
    const output = `node:internal/modules/run_main:107
    triggerUncaughtException(
    ^

file:///work/jobs/email-send.ts:5
export const emailSend = defineJob({
const = 3;
         ^
  type: 'email.send',

SyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expected ',', got ';'
    at parseTypeScript (node:internal/modules/typescript:72:36) {
  code: 'ERR_INVALID_TYPESCRIPT_SYNTAX'
}
`;
    expect(withoutStackTrace(output)).toBe("SyntaxError: Expected ',', got ';'");
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
Validation failed.`);
  });
});
