import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { codeOf, projectFiles } from './project-files.ts';

/** Everything that reaches outside of the program, and the only places that may. */
const effects: readonly { readonly effect: string; readonly sign: RegExp; readonly owners: readonly RegExp[] }[] = [
  {
    effect: 'the environment',
    sign: /\bprocess\.env\b/,
    owners: [/(^|\/)environment\.ts$/, /^bench\//],
  },
  {
    effect: 'the terminal',
    sign: /\bconsole\.\w+\(|\bprocess\.std(out|err)\.write\(/,
    owners: [/^millrace\/(bin|ops\/cli|local)\//, /^test\/stories\//, /^bench\//],
  },
  {
    effect: 'the time of day',
    sign: /\bDate\.now\(|\bnew Date\(\)/,
    owners: [/^millrace\/message\/clock\.ts$/, /^millrace\/local\//, /^test\/stories\//, /^bench\//],
  },
  { effect: 'chance', sign: /\bMath\.random\(/, owners: [/^bench\//] },
  {
    effect: 'requests to SQS',
    sign: /\b(Send|Receive|Delete|Change|Get|List|Create)\w*Message\w*Command\b|\bGetQueue\w+Command\b/,
    owners: [/^millrace\/message\/sqs-queues\.ts$/, /^millrace\/(ops|local|testing)\//, /^bench\//],
  },
  {
    effect: 'requests to DynamoDB',
    sign: /\b(Get|Put|Update|Delete|Query|Scan|Transact\w+|Batch\w+)(Item|Items|)Command\b/,
    owners: [/^millrace\/record\/dynamo-record-table\.ts$/, /^millrace\/(ops|local|testing)\//, /^bench\//],
  },
  {
    effect: "Powertools' logger",
    sign: /^import (?!type).*aws-lambda-powertools\/logger/m,
    owners: [/^millrace\/consumer\/consumer-logger\.ts$/, /^millrace\/api\//],
  },
  {
    effect: "Powertools' idempotency",
    sign: /^import (?!type).*aws-lambda-powertools\/idempotency/m,
    owners: [/^millrace\/consumer\/guarded-run\.ts$/],
  },
];

const sources = projectFiles().filter((path) => !/^test\/(?!stories\/)/.test(path));
const tests = projectFiles().filter((path) => path.endsWith('.test.ts'));

describe('an effect has one owner', () => {
  it.each(effects)('$effect', ({ sign, owners }) => {
    const users = sources.filter((path) => sign.test(codeOf(path)));
    expect(users.filter((path) => !owners.some((owner) => owner.test(path)))).toEqual([]);
  });
});

describe('the tests', () => {
  it('never sleep: they move a clock, or look again until a bound', () => {
    expect(tests.filter((path) => /node:timers\/promises|\bsleep\(/.test(codeOf(path)))).toEqual([]);
  });

  it('compare with words and numbers, never with a recorded template', () => {
    expect(tests.filter((path) => /toMatch(Inline)?Snapshot\(/.test(codeOf(path)))).toEqual([]);
  });

  it('have credentials of nobody: none can reach an account', async () => {
    const { config } = new SQSClient({ region: 'us-east-1' });
    expect(await config.credentials()).toMatchObject({ accessKeyId: 'nobody', secretAccessKey: 'nobody' });
  });

  it('are all run: none is left out, none alone', () => {
    const sign = /\b(it|test|describe)\.(only|todo|skip)\(/;
    expect(tests.filter((path) => sign.test(codeOf(path)))).toEqual([]);
  });

  it('say what is true, in the present tense', () => {
    const titles = tests.flatMap((path) =>
      [...codeOf(path).matchAll(/\b(?:it|describe)\((['"`])(.*?)\1,/g)].map(([, , title = '']) => title),
    );
    expect(titles.length).toBeGreaterThan(100);
    expect(titles.filter((title) => /\bshould\b/i.test(title))).toEqual([]);
  });
});
