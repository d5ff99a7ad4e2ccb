import { globalOptions } from './cli/global-options.ts';
import { markdownTable } from './text/markdown-table.ts';
import type { Verb, VerbOption } from './verbs/verb.ts';

const INTRODUCTION = `# Operating

<!-- Made from millrace/ops/verbs by: npm run docs -->

\`npx millrace <verb>\` looks after jobs. It speaks to the local run where one is alive (\`npm start\`), and to AWS with
\`--stage\`. \`--json\` prints one document on standard output; whatever else there is to say goes to standard error.

${exitCodes()}

In AWS a verb needs \`sqs:GetQueueUrl\` on the job's queue, and \`status\`, \`dead\` and \`redrive\` also \`sqs:GetQueueUrl\`
and \`sqs:GetQueueAttributes\` on its dead-letter queue. Besides these:

${rights()}

A table with confidential data has a KMS key: whoever reads or writes there needs \`kms:Decrypt\`, \`kms:DescribeKey\`, \`kms:Encrypt\`,
\`kms:GenerateDataKey*\` and \`kms:ReEncrypt*\` on it, through DynamoDB.
`;

/** docs/operating.md. */
export function operatingPage(verbs: readonly Verb[]): string {
  return [INTRODUCTION, ...verbs.map(verbSection), '## Options of every verb\n', optionTable(globalOptions), ''].join(
    '\n',
  );
}

function verbSection({ name, summary, argumentNames, details, options, examples }: Verb): string {
  const lines = [
    `## ${name}\n`,
    `\`millrace ${name} ${argumentNames}\` ${summary}.\n`,
    ...details.map((paragraph) => `${paragraph}\n`),
    ...(Object.keys(options).length > 0 ? [optionTable(options), ''] : []),
    '```sh',
    ...examples.map((example) => `npx millrace ${example}`),
    '```\n',
  ];
  return lines.join('\n');
}

function rights(): string {
  return markdownTable([
    ['verb', 'on', 'needs'],
    ['`enqueue`', 'the queue', '`sqs:SendMessage`'],
    ['', 'the table, with confidential data', '`dynamodb:PutItem`, `dynamodb:ConditionCheckItem`'],
    ['', 'schedules of the group, for a long delay', '`scheduler:CreateSchedule`, `scheduler:GetSchedule`'],
    ['', 'the role `<app>-<stage>-<region>-delays`, for a long delay', '`iam:PassRole`'],
    ['`cancel`', 'the table', '`dynamodb:UpdateItem`'],
    ['', 'schedules of the group, unless `orderedBy`', '`scheduler:GetSchedule`, `scheduler:DeleteSchedule`'],
    ['', 'the table, with confidential data', '`dynamodb:DeleteItem`'],
    ['`status`', 'the queue', '`sqs:GetQueueAttributes`'],
    ['', 'the table, for a job with a breaker', '`dynamodb:GetItem`'],
    ['`dead`', 'the table’s index `dead`', '`dynamodb:Query`'],
    ['`redrive`', 'the dead-letter queue', '`sqs:ReceiveMessage`, `sqs:DeleteMessage`, `sqs:ChangeMessageVisibility`'],
    ['', 'the queue', '`sqs:SendMessage`'],
    ['', 'the table', '`dynamodb:GetItem`, `dynamodb:PutItem`, `dynamodb:UpdateItem`'],
    ['', 'the table, with confidential data', '`dynamodb:DeleteItem`'],
  ]);
}

function exitCodes(): string {
  return markdownTable([
    ['exit code', 'means'],
    ['0', 'done'],
    ['1', 'failed, or refused'],
    ['2', 'wrong usage'],
    ['130', 'stopped by Ctrl-C, and reported'],
  ]);
}

function optionTable(options: Readonly<Record<string, VerbOption>>): string {
  const rows = Object.entries(options).map(([name, { value, summary }]) => {
    const flag = value === undefined ? `--${name}` : `--${name} ${value}`;
    return [`\`${flag}\``, summary];
  });
  return markdownTable([['option', 'does'], ...rows]);
}
