import { describe, expect, it } from 'vitest';
import { describeEvent } from '../../../millrace/local/cli/describe-event.ts';
import { describeRun } from '../../../millrace/local/cli/describe-run.ts';
import type { Paint } from '../../../millrace/local/cli/paint.ts';
import type { LocalRunEvent, ReadyEvent } from '../../../millrace/local/local-run-event.ts';
import { noteWrite } from '../fixtures/catalogue.ts';

const plain: Paint = (_color, text) => text;
const marked: Paint = (color, text) => `<${color}>${text}</>`;
const ready: ReadyEvent = {
  event: 'ready',
  endpoint: 'http://127.0.0.1:4610',
  sqsEndpoint: 'http://127.0.0.1:4610',
  dynamodbEndpoint: 'http://127.0.0.1:4610',
  api: 'http://127.0.0.1:4611',
  twins: 'http://127.0.0.1:4612',
  region: 'us-east-1',
  accessKeyId: 'local',
  secretAccessKey: 'local',
  queues: {},
  deadLetterQueues: {},
  table: 'shop-dev-records',
  app: 'shop',
  stage: 'dev',
};
const described = (payload: unknown) =>
  describeRun({ ready, jobs: [noteWrite], example: { type: 'note.write', payload }, paint: plain });

describe('the summary of a local run', () => {
  it('shows addresses, jobs, and two commands to try', () => {
    expect(described({ noteId: "it's" }).split('\n')).toEqual([
      '',
      'shop-dev runs on this machine. Ctrl-C ends it.',
      '',
      '  SQS, DynamoDB  http://127.0.0.1:4610',
      '  HTTP API       http://127.0.0.1:4611',
      '  Twins          http://127.0.0.1:4612  (in place of outside services)',
      '  Credentials    local / local, us-east-1',
      '',
      'Jobs',
      '  note.write        up to 3 attempts, 20 at once, owned by writers',
      '',
      'Send a job from another terminal, then by the API',
      '  npm run send -- note.write \\',
      `    '{"noteId":"it'\\''s"}'`,
      '',
      '  curl --aws-sigv4 "aws:amz:us-east-1:execute-api" -u local:local \\',
      "    -H 'content-type: application/json' \\",
      `    -d '{"payload":{"noteId":"it'\\''s"}}' \\`,
      '    http://127.0.0.1:4611/jobs/note.write',
      '',
      'What happens to each job shows below.',
      '',
    ]);
  });

  it('keeps to 80 columns with a long payload', () => {
    const long = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`referenceId${index}`, `reference-${index}`]),
    );
    expect(
      Math.max(
        ...described(long)
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
  });

  it('names both engines where they are two', () => {
    const text = describeRun({
      ready: { ...ready, sqsEndpoint: 'http://127.0.0.1:4566' },
      jobs: [],
      example: undefined,
      paint: plain,
    });
    expect(text).toContain('  SQS            http://127.0.0.1:4566\n  DynamoDB       http://127.0.0.1:4610');
    expect(text).toContain('No jobs yet');
  });
});

describe('a line of the live display', () => {
  it.each<[LocalRunEvent, string | undefined]>([
    [
      { event: 'outcome', outcome: 'completed', jobId: 'email.send:d-1', attempt: 1, maxAttempts: 3, durationMs: 52 },
      '<green>completed</>  email.send:d-1            attempt 1 of 3  0.05 s',
    ],
    [
      {
        event: 'outcome',
        outcome: 'failed',
        jobId: 'email.send:d-1',
        attempt: 1,
        hiddenSeconds: 7,
        error: 'MailError: busy',
      },
      '<yellow>failed   </>  email.send:d-1            attempt 1  again in 7 s\n                     <dim>MailError: busy</>',
    ],
    [
      { event: 'outcome', outcome: 'dead', jobType: 'email.send', reason: 'unparseable' },
      '<red>dead     </>  email.send                unparseable',
    ],
    [
      { event: 'worker-died', function: 'email.send', pid: 7, how: 'SIGKILL' },
      '<yellow>email.send: a worker died (SIGKILL); its messages come back after their timeout</>',
    ],
    [
      { event: 'timed-out', function: 'email.send', seconds: 15, requestId: 'r' },
      "<yellow>email.send: ended after its function's 15 s</>",
    ],
    [
      { event: 'batch-kept', function: 'email.send', messages: 2, kept: 2, because: 'the answer is not an object' },
      '<yellow>email.send: 2 not done: the answer is not an object</>',
    ],
    [{ event: 'batch-kept', function: 'email.send', messages: 2, kept: 1 }, undefined],
    [{ event: 'worker-started', function: 'email.send', pid: 7 }, undefined],
    [{ event: 'line', function: 'email.send', line: 'hello' }, '<dim>email.send: hello</>'],
    [{ event: 'line', function: 'email.send', line: '{"level":"INFO","message":"x"}' }, undefined],
    [
      { event: 'line', function: 'email.send', line: '{"level":"WARN","message":"slow"}' },
      '<yellow>email.send: slow</>',
    ],
    [{ event: 'line', function: 'email.send', line: '{not json}' }, '<dim>email.send: {not json}</>'],
    [{ event: 'line', function: 'email.send', line: '\x1b[2Ja\tb\x9b' }, '<dim>email.send: \\x1b[2Ja\tb\\x9b</>'],
    [
      { event: 'line', function: 'email.send', line: '{"level":"WARN","message":"\\u001b[31mslow\\nlane"}' },
      '<yellow>email.send: \\x1b[31mslow\\nlane</>',
    ],
    [
      { event: 'outcome', outcome: 'failed', jobId: 'email.send:d-1', error: 'MailError: \x1b[2J\r\nbusy' },
      '<yellow>failed   </>  email.send:d-1          \n                     <dim>MailError: \\x1b[2J\\r\\nbusy</>',
    ],
  ])('tells %j', (event, line) => {
    expect(describeEvent(event, marked)).toBe(line);
  });
});
