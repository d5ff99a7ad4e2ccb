import type { JobDefinition } from 'millrace';
import { describe, expect, it } from 'vitest';
import { describeRun } from '../../../millrace/local/cli/describe-run.ts';
import type { ReadyEvent } from '../../../millrace/local/local-run-event.ts';
import type { Paint } from '../../../millrace/ops/cli/paint.ts';
import { noteWrite } from '../fixtures/catalogue.ts';

const plain: Paint = (_color, text) => text;
const ready: ReadyEvent = {
  event: 'ready',
  endpoint: 'http://127.0.0.1:4610',
  sqsEndpoint: 'http://127.0.0.1:4610',
  dynamodbEndpoint: 'http://127.0.0.1:4610',
  api: 'http://127.0.0.1:4611',
  twins: 'http://127.0.0.1:4612',
  region: 'eu-west-1',
  accessKeyId: 'some-id',
  secretAccessKey: 'some-key',
  queues: {},
  deadLetterQueues: {},
  schedulerEndpoint: 'http://127.0.0.1:4613',
  schedules: [],
  table: 'shop-dev-records',
  app: 'shop',
  stage: 'dev',
};
const described = (payload: unknown) =>
  describeRun({
    ready,
    jobs: [noteWrite],
    example: { type: 'note.write', payload, jobId: 'note.write:n-1' },
    sendCommand: 'npm run send --',
    paint: plain,
  });

describe('what the summary says of a job', () => {
  const lineOf = (changes: Partial<JobDefinition>) =>
    describeRun({ ready, jobs: [{ ...noteWrite, ...changes }], example: undefined, sendCommand: '', paint: plain })
      .split('\n')
      .find((line) => line.includes('note.write'));

  it('is how many run at once: of each value where it is ordered, of each priority where it has some', () => {
    const timing = { ...noteWrite.timing, batchSize: 10, maximumConcurrency: 4 };
    expect(lineOf({ timing, orderedBy: 'noteId' })).toBe(
      '  note.write        3 attempts, 4 at once, one for each noteId, owned by writers',
    );
    expect(lineOf({ timing, priorities: ['high', 'low'] })).toBe(
      '  note.write        3 attempts, 4 batches of 10 at once for each of high, low, owned by writers',
    );
  });
});

describe('what the summary says of schedules', () => {
  const linesWith = (schedules: ReadyEvent['schedules']) =>
    describeRun({
      ready: { ...ready, schedules },
      jobs: [noteWrite],
      example: undefined,
      sendCommand: '',
      paint: plain,
    })
      .split('\n')
      .slice(10, -3);

  it('is when each is due next', () => {
    const expression = 'cron(0 3 * * ? *)';
    expect(
      linesWith([
        { name: 'shop-dev-note-write-nightly', expression, timeZone: 'Europe/Paris', nextAt: '2026-01-02T02:00:00Z' },
        { name: 'shop-dev-note-write-over', expression: 'cron(0 3 1 1 ? 2020)', timeZone: 'UTC' },
        { name: 'shop-dev-sweeper', expression: 'rate(1 minute)', timeZone: 'UTC', nextAt: '2026-01-02T02:00:00Z' },
      ]),
    ).toEqual([
      '',
      'Schedules',
      '  note-write-nightly',
      '    cron(0 3 * * ? *) Europe/Paris, next at 2026-01-02T02:00:00Z',
      '  note-write-over',
      '    cron(0 3 1 1 ? 2020) UTC, not due any more',
      '  sweeper',
      '    rate(1 minute), next at 2026-01-02T02:00:00Z',
    ]);
  });

  it('is nothing where there are none', () => {
    expect(linesWith([])).toEqual([]);
  });
});

describe('the summary of a local run', () => {
  it('shows addresses, jobs, and three commands to try', () => {
    expect(described({ noteId: "it's" }).split('\n')).toEqual([
      '',
      'shop-dev runs on this machine. Ctrl-C ends it.',
      '',
      '  SQS, DynamoDB  http://127.0.0.1:4610',
      '  HTTP API       http://127.0.0.1:4611',
      '  Twins          http://127.0.0.1:4612  (in place of outside services)',
      '  Credentials    some-id / some-key, eu-west-1',
      '',
      'Jobs',
      '  note.write        3 attempts, 2 batches of 10 at once, owned by writers',
      '',
      'Send a job from another terminal, then by the API, and ask how far it is',
      '  npm run send -- note.write \\',
      `    '{"noteId":"it'\\''s"}'`,
      '',
      '  curl --aws-sigv4 "aws:amz:eu-west-1:execute-api" -u some-id:some-key \\',
      "    -H 'content-type: application/json' \\",
      `    -d '{"payload":{"noteId":"it'\\''s"}}' \\`,
      '    http://127.0.0.1:4611/jobs/note.write',
      '',
      '  curl --aws-sigv4 "aws:amz:eu-west-1:execute-api" -u some-id:some-key \\',
      '    http://127.0.0.1:4611/jobs/note.write%3An-1',
      '',
      'What happens to each job shows below.',
      '',
    ]);
  });

  it('shows where webhooks are, and whose tokens open the API', () => {
    const webhooks = { stripe: 'http://127.0.0.1:4611/webhooks/stripe' };
    const given = { ...ready, webhooks, tokenIssuer: 'https://login.example.com' };
    const example = { type: 'note.write', payload: { noteId: 'n-1' }, jobId: 'note.write:n-1' };
    const shown = describeRun({ ready: given, jobs: [], example, sendCommand: 'npm run send --', paint: plain });
    expect(shown).toContain('\n  Webhook        http://127.0.0.1:4611/webhooks/stripe\n');
    expect(shown).toContain('\n  Tokens of      https://login.example.com\n');
    expect(shown).toContain('\n  curl -H "authorization: Bearer $TOKEN" \\\n');
    expect(shown).not.toContain('--aws-sigv4');
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

  it.each([0, 1, 2, 3, 4, 5])('keeps to 80 columns with a payload that just fits, or just does not (%i)', (more) => {
    const lines = described({ noteId: 'n-1', listId: 'l'.repeat(25 + more) }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('says which run the command line speaks to where another is alive, and shows only what reaches this one', () => {
    const earlierRun = { pid: 4242, endpoint: 'http://127.0.0.1:4610' };
    const example = { type: 'note.write', payload: { noteId: 'n-1' }, jobId: 'note.write:n-1' };
    const text = describeRun({
      ready: { ...ready, earlierRun },
      jobs: [],
      example,
      sendCommand: 'npm run send --',
      paint: plain,
    });
    expect(text).toContain(
      [
        'Another local run is alive here: process 4242, http://127.0.0.1:4610.',
        'npm run send and npx millrace speak to that one, not to this. To have them speak',
        'to this one, end both and start it again.',
      ].join('\n'),
    );
    expect(text).toContain('\nSend a job by the API, and ask how far it is\n  curl');
    expect(text).not.toContain('npm run send --');
    const withoutApi = { ...ready, api: undefined, earlierRun };
    expect(
      describeRun({ ready: withoutApi, jobs: [], example, sendCommand: 'npm run send --', paint: plain }),
    ).not.toContain('Send a job');
  });

  it('names both engines where they are two', () => {
    const text = describeRun({
      ready: { ...ready, sqsEndpoint: 'http://127.0.0.1:4566' },
      jobs: [],
      example: undefined,
      sendCommand: 'npm run send --',
      paint: plain,
    });
    expect(text).toContain('  SQS            http://127.0.0.1:4566\n  DynamoDB       http://127.0.0.1:4610');
    expect(text).toContain('No jobs yet');
  });
});
