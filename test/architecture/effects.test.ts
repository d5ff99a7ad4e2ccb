import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { codeOf, projectFiles } from './project-files.ts';
import { testTitles } from './test-titles.ts';

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
    owners: [
      /^millrace\/record\/dynamo-(record|confidential)-table\.ts$/,
      /^millrace\/(ops|local|testing)\//,
      /^bench\//,
    ],
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

/** Whatever lets real time pass. */
const SLEEP =
  /timers\/promises|\b(setTimeout|setInterval|sleep)\(|\bscheduler\.wait\(|\bAtomics\.wait\(|\bpause\(systemClock\b/;
/** Nobody waits for these to be over. */
const maySetTimers: Readonly<Record<string, string>> = {
  'test/architecture/effects.test.ts': 'shows below what this rule finds',
  'test/contracts/waited-time.ts': 'waits for an engine that is not ours, never in the default run',
  'test/stories/theatre.ts': 'looks again until a bound, for the demo runs without a test runner',
  'test/local/fixtures/bundle/index.mjs': 'is a function that hangs, or throws late, until its worker ends',
  'test/local/fixtures/consumer/index.mjs': 'is a function that hangs until its worker ends',
};

describe('an effect has one owner', () => {
  it.each(effects)('$effect', ({ sign, owners }) => {
    const users = sources.filter((path) => sign.test(codeOf(path)));
    expect(users.filter((path) => !owners.some((owner) => owner.test(path)))).toEqual([]);
  });
});

describe('the tests', () => {
  it('never sleep, nor does what they share: they move a clock, or look again until a bound', () => {
    const sleepers = projectFiles().filter((path) => path.startsWith('test/') && SLEEP.test(codeOf(path)));
    expect(sleepers.filter((path) => !Object.hasOwn(maySetTimers, path))).toEqual([]);
  });

  it.each([
    "import { setTimeout as wait } from 'node:timers/promises';",
    'await new Promise((resolve) => setTimeout(resolve, 50));',
    'await sleep(50);',
    'await pause(systemClock, 50, signal);',
  ])('would be seen to sleep: %s', (code) => {
    expect(code).toMatch(SLEEP);
  });

  it('compare with words and numbers, never with a recorded template', () => {
    expect(tests.filter((path) => /toMatch(Inline)?Snapshot\(/.test(codeOf(path)))).toEqual([]);
  });

  it('have credentials of nobody: none can reach an account', async () => {
    const { config } = new SQSClient({ region: 'us-east-1' });
    expect(await config.credentials()).toMatchObject({ accessKeyId: 'nobody', secretAccessKey: 'nobody' });
  });

  it('are all run: none is left out, none alone', () => {
    const sign = /\b(it|test|describe)(\.\w+)*\.(only|todo|skip|skipIf|runIf|fails)\b/;
    expect(tests.filter((path) => sign.test(codeOf(path)))).toEqual([]);
  });

  it('say what is true, in the present tense', () => {
    const titles = tests.flatMap((path) => testTitles(codeOf(path)));
    expect(titles.length).toBeGreaterThan(100);
    expect(titles.filter((title) => /\bshould\b/i.test(title))).toEqual([]);
  });

  it.each([
    ["it('is plain', () => {});", 'is plain'],
    ["it.each([['a (b)', 1]])('is %s of a list', () => {});", 'is %s of a list'],
    ['describe.each<string>(kinds(3))(\n  `is one of a group`,\n  () => {},\n);', 'is one of a group'],
    ["it.concurrent('is beside others', async ({ expect }) => {});", 'is beside others'],
    ["it('isn\\'t cut short', () => {});", "isn\\'t cut short"],
  ])('have a title that is found: %j', (code, title) => {
    expect(testTitles(code)).toContain(title);
  });
});
