import { afterEach, describe, expect, it, vi } from 'vitest';
import { createConsumerLogger } from '../../millrace/consumer/consumer-logger.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const SECRET = 'zz-secret-1';

/** A host that logs with the real library, and what that writes to the process's streams. */
function createLoggingHost(level = 'DEBUG') {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', level);
  vi.stubEnv('POWERTOOLS_LOGGER_LOG_EVENT', 'true');
  let text = '';
  const keep = (chunk: unknown) => {
    text += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  const host = createTrialHost({ logger: createConsumerLogger() });
  return {
    host,
    get text() {
      return text;
    },
    get lines(): Record<string, unknown>[] {
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
  };
}

const failing = (call: string) => (host: TrialHost) =>
  host.faults.choose(({ name }) => (name === call ? 'fail' : undefined));
const sending =
  (outcome: Parameters<TrialHost['send']>[0]['outcome'], disturb?: (host: TrialHost) => void) =>
  async (host: TrialHost) => {
    await host.send({ parcelId: 'p-1', outcome, seconds: SECRET });
    disturb?.(host);
    await host.invoke();
    await host.pass(25);
  };

const paths: [outcome: string, play: (host: TrialHost) => Promise<void>][] = [
  ['completed', sending('return')],
  ['failed', sending('throw')],
  ['failed', sending('retry-later')],
  ['not-yet', sending('not-yet')],
  ['dead', sending('permanent')],
  ['dead', sending('bad-result')],
  ['parking-failed', sending('permanent', failing('send'))],
  ['unanswered', sending('return', failing('COMPLETED'))],
  ['unanswered', sending('permanent', failing('message'))],
  ['deferred', sending('return', failing('claim'))],
  ['a run did not return in time', sending('never-return')],
  [
    'lost-claim',
    sending('throw', (host) =>
      host.faults.choose(({ name }) => {
        if (name === 'FAILED') host.put({ id: 'parcel.ship:p-1', status: 'INPROGRESS', fence: 'quicker' });
        return undefined;
      }),
    ),
  ],
  [
    'duplicate',
    async (host) => {
      await sending('return')(host);
      await sending('return')(host);
    },
  ],
  [
    'other-content',
    async (host) => {
      await sending('return')(host);
      await host.send({ parcelId: 'p-1', seconds: `${SECRET}-2` });
      await host.invoke();
    },
  ],
  [
    'invalid-payload',
    async (host) => {
      await host.send({ parcelId: 'p-1', seconds: 1 });
      const [{ body = '' } = {}] = host.receive();
      await host.sendBody(body.replace('"seconds":1', `"weight":"${SECRET}"`));
      await host.invoke();
    },
  ],
  [
    'unparseable',
    async (host) => {
      await host.sendBody(`{"parcelId":${SECRET}}`);
      await host.invoke();
    },
  ],
  [
    'waited-too-long',
    async (host) => {
      await host.send({ parcelId: 'p-1', seconds: SECRET });
      host.clock.advance(604_800 - 60);
      await host.invoke();
    },
  ],
  [
    'expired',
    async (host) => {
      await host.send({ parcelId: 'p-1', seconds: SECRET }, { expiresAt: '2025-12-31T00:00:00Z' });
      await host.invoke();
    },
  ],
  [
    'newer-version',
    async (host) => {
      await host.send({ parcelId: 'p-1', seconds: SECRET }, { job: { type: 'parcel.ship', version: 2 } });
      await host.invoke();
    },
  ],
  [
    'killed-its-host',
    async (host) => {
      await host.send({ parcelId: 'p-1', outcome: 'kill-host', seconds: SECRET });
      await host.workOff();
    },
  ],
];

describe('what a consumer writes', () => {
  it.each(paths)(
    'never holds a value of the payload, though the library is told to log events: %s',
    async (told, play) => {
      const logging = createLoggingHost();
      await play(logging.host);
      expect(logging.text).toContain(told);
      expect(logging.text).not.toContain(SECRET);
      expect(logging.text).not.toContain('sk_live_');
      expect(JSON.stringify([...logging.host.records])).not.toContain(SECRET);
    },
  );

  it('is one JSON line an outcome, with what tells one delivery from another', async () => {
    const logging = createLoggingHost();
    await sending('throw')(logging.host);
    expect(logging.lines).toMatchObject([
      {
        level: 'WARN',
        message: 'job failed',
        outcome: 'failed',
        jobType: 'parcel.ship',
        jobId: 'parcel.ship:p-1',
        attempt: 1,
        maxAttempts: 3,
        hiddenSeconds: 5,
        receiveCount: 1,
        durationMs: 0,
        messageId: 'message-1',
        requestId: 'request-1',
        failure: { name: 'TypeError', message: 'could not ship parcel.ship:p-1' },
      },
    ]);
  });

  it('tells of harmless outcomes too at the level that a deployed function has', async () => {
    const logging = createLoggingHost('');
    await sending('return')(logging.host);
    await sending('return')(logging.host);
    await logging.host.send({ parcelId: 'p-2', outcome: 'not-yet' });
    await logging.host.invoke();
    expect(logging.lines.map(({ message }) => message)).toEqual(['job completed', 'job duplicate', 'job not-yet']);
  });

  it('names the place in the source where the handler threw', async () => {
    const logging = createLoggingHost();
    await sending('throw')(logging.host);
    expect(logging.text).toMatch(/"frames":\["at [^"]*fake-job\.ts:\d+:\d+\)?"/);
  });
});

describe('odd values', () => {
  it('that a handler logs end no run', async () => {
    const logging = createLoggingHost();
    await sending('log-oddities')(logging.host);
    expect(logging.lines.map(({ message }) => message)).toEqual([
      'a big integer',
      'a circle',
      'an error with a cause',
      'a getter',
      'job completed',
    ]);
    expect(logging.lines[0]).toMatchObject({ big: '100000000000000000000', jobId: 'parcel.ship:p-1', attempt: 1 });
    expect(logging.lines[3]).toMatchObject({ notLogged: 'a getter that throws' });
  });

  it('that a handler throws are a failure like any other', async () => {
    const logging = createLoggingHost();
    await sending('throw-oddity')(logging.host);
    expect(logging.lines).toMatchObject([
      {
        outcome: 'failed',
        failure: {
          name: 'Error',
          message: 'something that has no text; caused by Error: something that has no text',
          frames: [],
        },
      },
    ]);
    expect(logging.host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 1 });
  });

  it.each([
    ['', 'throw-hostile'],
    [' by what they are marked with', 'throw-hostile-mark'],
    [' by what is behind them', 'throw-hostile-cause'],
  ] as const)('that can’t even be looked at%s are a failure like any other', async (_, outcome) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome });
    await host.invoke();
    const message = 'the handler threw something that can’t be looked at';
    expect(host.told).toMatchObject([{ outcome: 'failed', jobId: 'parcel.ship:p-1', failure: { message } }]);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 1, failures: [{ message }] });
  });

  it('that a handler throws are named, even where that is nothing', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'throw-nothing' });
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'failed', failure: { name: 'NonError', message: 'undefined' } }]);
  });

  it('are told as a failure only where something failed', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.told[0]).not.toHaveProperty('failure');
  });
});
