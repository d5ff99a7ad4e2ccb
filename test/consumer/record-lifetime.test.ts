import { describe, expect, it } from 'vitest';
import { createApiTrial } from '../api/api-trial.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

/** The seven days of its queue, the fourteen of the dead-letter queue, and one. */
const LIFETIME_SECONDS = 22 * 86_400;
const START_SECONDS = Date.UTC(2026, 0, 1) / 1000;
/** Less than this is left of its retention: the message is parked unrun. */
const TOO_LATE_SECONDS = 604_800 - 60;

type Outcome = Parameters<TrialHost['send']>[0]['outcome'];

const running = (outcome: Outcome) => async (host: TrialHost) => {
  await host.send({ parcelId: 'p-1', outcome, seconds: 600 });
  await host.invoke();
};

const ends: [what: string, afterSeconds: number, status: string, play: (host: TrialHost) => Promise<void>][] = [
  ['is claimed', 0, 'INPROGRESS', running('never-return')],
  ['has failed, from when it is due', 5, 'FAILED', running('throw')],
  ['is not due yet, from when it is', 660, 'FAILED', running('not-yet')],
  ['is completed', 0, 'COMPLETED', running('return')],
  ['died in a run', 0, 'DEAD', running('permanent')],
  [
    'waited too long',
    TOO_LATE_SECONDS,
    'DEAD',
    async (host) => {
      await host.send({ parcelId: 'p-1' });
      host.clock.advance(TOO_LATE_SECONDS);
      await host.invoke();
    },
  ],
  [
    'has expired',
    0,
    'EXPIRED',
    async (host) => {
      await host.send({ parcelId: 'p-1' }, { expiresAt: '2025-12-31T00:00:00Z' });
      await host.invoke();
    },
  ],
];

describe('a record lives as long as any message of its job can', () => {
  it.each(ends)('when it %s', async (_what, afterSeconds, status, play) => {
    const host = createTrialHost();
    await play(host);
    const record = host.record('p-1');
    expect(record?.status).toBe(status);
    expect(record?.expiration).toBe(START_SECONDS + afterSeconds + LIFETIME_SECONDS);
  });

  it('when it is of a message that holds no job', async () => {
    const host = createTrialHost();
    await host.sendBody('hello');
    await host.invoke();
    expect(host.records.get('parcel.ship:~message-1')?.expiration).toBe(START_SECONDS + LIFETIME_SECONDS);
  });

  it('when it was saved before its job was sent', async () => {
    const trial = createApiTrial();
    await trial.post('{"payload":{"noteId":"n-1"}}');
    expect(trial.records.records.get('note.keep:n-1')?.expiration).toBe(START_SECONDS + LIFETIME_SECONDS);
  });
});

describe('the kept message of a dead job', () => {
  it('outlives its record by a day', async () => {
    const host = createTrialHost();
    await running('permanent')(host);
    expect([...host.messages.values()][0]?.expiration).toBe(START_SECONDS + LIFETIME_SECONDS + 86_400);
  });
});
