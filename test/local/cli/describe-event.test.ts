import { describe, expect, it } from 'vitest';
import { describeEvent } from '../../../millrace/local/cli/describe-event.ts';
import type { LocalRunEvent } from '../../../millrace/local/local-run-event.ts';
import type { Paint } from '../../../millrace/ops/cli/paint.ts';

const plain: Paint = (_color, text) => text;
const marked: Paint = (color, text) => `<${color}>${text}</>`;
const messageId = '3da1b2c4-5d6e-4f70-8192-a3b4c5d6e7f8';
/** As the terminal shows it, the time of day before it. */
const shown = (event: LocalRunEvent) => `17:35:35  ${describeEvent(event, plain)}`.split('\n');

describe('a line of the live display', () => {
  it.each<[LocalRunEvent, string | undefined]>([
    [
      { event: 'outcome', outcome: 'completed', jobId: 'email.send:d-1', attempt: 1, maxAttempts: 3, durationMs: 52 },
      '<green>completed</>  email.send:d-1      attempt 1 of 3  0.05 s',
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
      '<yellow>failed   </>  email.send:d-1      attempt 1  again in 7 s\n                     <dim>MailError: busy</>',
    ],
    [
      {
        event: 'outcome',
        outcome: 'continued',
        jobId: 'email.send:d-1',
        attempt: 1,
        hiddenSeconds: 0,
        error: 'TooLittleTimeError: 0 s of this run were left for step b',
      },
      '<cyan>continued</>  email.send:d-1      attempt 1  again at once\n                     <dim>TooLittleTimeError: 0 s of this run were left for step b</>',
    ],
    [
      { event: 'outcome', outcome: 'dead', jobType: 'email.send', reason: 'unparseable' },
      '<red>dead     </>  email.send          unparseable',
    ],
    [
      { event: 'worker-died', function: 'email.send', pid: 7, how: 'SIGKILL' },
      '<yellow>email.send: a worker died (SIGKILL)</>',
    ],
    [
      { event: 'timed-out', function: 'email.send', seconds: 15, requestId: 'r' },
      "<yellow>email.send: ended after its function's 15 s</>",
    ],
    [
      { event: 'batch-kept', function: 'email.send', messages: 2, kept: 2, because: 'the answer is not an object' },
      '<yellow>email.send: 2 not done: the answer is not an object; to come back\n            after the visibility timeout</>',
    ],
    [
      {
        event: 'schedule-fired',
        schedule: 'shop-dev-note-write-nightly',
        scheduledAt: '2026-01-02T02:00:00Z',
        target: 'shop-dev-note-write',
        targetKind: 'queue',
      },
      '<dim>shop-dev-note-write-nightly: due at 2026-01-02T02:00:00Z, sent to\n            shop-dev-note-write</>',
    ],
    [
      {
        event: 'schedule-fired',
        schedule: '0a1b2c',
        scheduledAt: '2026-01-02T02:00:00Z',
        target: 'shop-dev-note-write',
        targetKind: 'queue',
        jobId: 'note.write:n-1',
      },
      '<dim>note.write:n-1: its delay was over at 2026-01-02T02:00:00Z, sent to\n            shop-dev-note-write</>',
    ],
    [
      {
        event: 'schedule-fired',
        schedule: 'shop-dev-sweeper',
        scheduledAt: '2026-01-02T02:00:00Z',
        target: 'Sweeper',
        targetKind: 'function',
      },
      undefined,
    ],
    [
      {
        event: 'schedule-failed',
        schedule: 'shop-dev-sweeper',
        scheduledAt: '2026-01-02T02:00:00Z',
        target: 'sweeper',
        because: 'Error: gone',
        triedAgainInSeconds: 4,
      },
      '<red>shop-dev-sweeper: sweeper failed: Error: gone; tried again in 4 s</>',
    ],
    [
      {
        event: 'schedule-failed',
        schedule: 'shop-dev-sweeper',
        scheduledAt: '2026-01-02T02:00:00Z',
        target: 'sweeper',
        because: 'Error: gone',
      },
      '<red>shop-dev-sweeper: sweeper failed: Error: gone; given up</>',
    ],
    [{ event: 'batch-kept', function: 'email.send', messages: 2, kept: 1 }, undefined],
    [
      { event: 'request-failed', request: 'POST /jobs/email.send', because: 'Error: no table\nis named' },
      '<red>POST /jobs/email.send failed: Error: no table\\nis named</>',
    ],
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
      '<yellow>failed   </>  email.send:d-1\n                     <dim>MailError: \\x1b[2J\\r\\nbusy</>',
    ],
  ])('tells %j', (event, line) => {
    expect(describeEvent(event, marked)).toBe(line);
  });
});

describe('an event of the live display', () => {
  it('has what matters of a short job in one line', () => {
    const dead = { event: 'outcome', outcome: 'dead', jobId: 'billing.charge:c-1', durationMs: 40 } as const;
    expect(shown({ ...dead, attempt: 1, maxAttempts: 8, reason: 'permanent-error' })).toEqual([
      '17:35:35  dead       billing.charge:c-1  attempt 1 of 8  0.04 s  permanent-error',
    ]);
  });

  it('names the jobs of a run that did not return, three of them at most', () => {
    const message = 'a run did not return in time; the invocation ends by its timeout';
    const line = JSON.stringify({
      level: 'ERROR',
      message,
      jobIds: ['avatar.draw:a-1', 'avatar.draw:a-2', 'avatar.draw:a-3', 'avatar.draw:a-4', 'avatar.draw:a-5'],
      messageIds: [messageId],
    });
    expect(shown({ event: 'line', function: 'avatar.draw', line })).toEqual([
      '17:35:35  avatar.draw: a run did not return in time; the invocation ends by',
      '            its timeout: avatar.draw:a-1, avatar.draw:a-2, avatar.draw:a-3 and 2',
      '            more',
    ]);
  });

  it('names messages where no job is known', () => {
    const line = JSON.stringify({
      level: 'ERROR',
      message: 'a run did not return',
      jobIds: [],
      messageIds: [messageId],
    });
    expect(shown({ event: 'line', function: 'avatar.draw', line })).toEqual([
      '17:35:35  avatar.draw: a run did not return: message 3da1b2c4…',
    ]);
  });

  it('names the jobs that a worker took along', () => {
    const because = 'Runtime exited with error: exit status 0';
    const kept = { event: 'batch-kept', function: 'avatar.draw', messages: 1, kept: 1, because } as const;
    expect(shown({ ...kept, jobIds: ['avatar.draw:a-1'], messageIds: [messageId] })).toEqual([
      '17:35:35  avatar.draw: 1 not done: Runtime exited with error: exit status 0;',
      '            to come back after the visibility timeout: avatar.draw:a-1',
    ]);
  });

  it('names the message of an outcome without a job', () => {
    const deferred = { event: 'outcome', outcome: 'deferred', jobType: 'email.send', messageId } as const;
    expect(shown({ ...deferred, reason: 'newer-version', hiddenSeconds: 33 })).toEqual([
      '17:35:35  deferred   email.send message 3da1b2c4…  newer-version  again in 33 s',
    ]);
  });

  it.each([
    ['breaker-open', 132, 'breaker-open  again in 2 min'],
    ['rate-spent', 36, 'rate-spent  again in 36 s'],
    ['gate-unanswered', 33, 'gate-unanswered  again in 33 s'],
  ])('says of a job that waits for its turn why, and for how long: %s', (reason, hiddenSeconds, words) => {
    const event = {
      event: 'outcome',
      outcome: 'deferred',
      jobId: 'billing.charge:c-1',
      reason,
      hiddenSeconds,
    } as const;
    expect(shown(event)).toEqual([`17:35:35  deferred   billing.charge:c-1  ${words}`]);
  });

  it('says when a breaker opens, when it is tested, and when it closes', () => {
    const line = (message: string) => JSON.stringify({ level: 'WARN', message, failures: 5, openSeconds: 90 });
    const event = { event: 'line', function: 'billing.charge' } as const;
    expect(shown({ ...event, line: line('breaker opened') })).toEqual([
      '17:35:35  billing.charge: breaker opened, tested in 90 s',
    ]);
    expect(shown({ ...event, line: line('breaker closed') })).toEqual([
      '17:35:35  billing.charge: breaker closed, jobs return step by step for 90 s',
    ]);
  });

  it('goes on below where it is wider than 80 columns', () => {
    const dead = { event: 'outcome', outcome: 'dead', reason: 'other-content' } as const;
    expect(shown({ ...dead, jobId: `email.send:~${messageId}` })).toEqual([
      '17:35:35  dead       email.send:~3da1b2c4-5d6e-4f70-8192-a3b4c5d6e7f8',
      '                     other-content',
    ]);
    const failed = { event: 'outcome', outcome: 'failed', attempt: 1, maxAttempts: 3, durationMs: 9 } as const;
    const ids = { jobId: 'email.send:delivery-1', hiddenSeconds: 900 };
    expect(
      shown({ ...failed, ...ids, error: 'MailError: MAIL: did not answer; caused by SocketError: closed' }),
    ).toEqual([
      '17:35:35  failed     email.send:delivery-1  attempt 1 of 3  0.01 s',
      '                     again in 15 min',
      '                     MailError: MAIL: did not answer; caused by SocketError:',
      '                     closed',
    ]);
  });
});
