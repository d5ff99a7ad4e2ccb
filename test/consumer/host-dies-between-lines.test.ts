import { describe, expect, it } from 'vitest';
import type { FakePayload } from './fake-job.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

/** A story whose every call to a port may be the host's last. */
interface Story {
  readonly begin: (host: TrialHost) => Promise<void>;
  /** The calls of the undisturbed invocation. */
  readonly calls: readonly string[];
  readonly end: (host: TrialHost) => void;
}

const sending = (payload: FakePayload) => (host: TrialHost) => host.send(payload);
const dead = (host: TrialHost) => {
  const record = host.record('p-1');
  expect(record?.status).toBe('DEAD');
  expect(host.deadLetters.length).toBeGreaterThanOrEqual(1);
  for (const { attributes } of host.deadLetters) expect(attributes?.deathId?.stringValue).toBe(record?.death_id);
};

const stories: Record<string, Story> = {
  'a success': {
    begin: sending({ parcelId: 'p-1' }),
    calls: ['hide', 'claim', 'COMPLETED'],
    end: (host) => {
      expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
      expect(host.deadLetters).toEqual([]);
    },
  },
  'a failure that succeeds the second time': {
    begin: sending({ parcelId: 'p-1', outcome: 'throw-once' }),
    calls: ['hide', 'claim', 'FAILED', 'hide'],
    end: (host) => {
      expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 2, failures: [{ attempt: 1 }] });
      expect(host.deadLetters).toEqual([]);
    },
  },
  'a death': {
    begin: sending({ parcelId: 'p-1', outcome: 'permanent' }),
    calls: ['hide', 'claim', 'message', 'DEAD', 'send'],
    end: dead,
  },
  'a second death after a redrive': {
    begin: async (host) => {
      await host.send({ parcelId: 'p-1', outcome: 'permanent' });
      await host.invoke();
      await host.redrive();
    },
    calls: ['hide', 'claim', 'claim', 'message', 'DEAD', 'send'],
    end: dead,
  },
  'the death of a message': {
    begin: (host) => host.sendBody('hello').then(() => undefined),
    calls: ['hide', 'message', 'DEAD', 'send'],
    end: (host) => {
      expect(host.records.get('parcel.ship:~message-1')).toMatchObject({ status: 'DEAD', reason: 'unparseable' });
      for (const { body, attributes } of host.deadLetters) {
        expect({ body, deathId: attributes?.deathId?.stringValue }).toEqual({
          body: 'hello',
          deathId: 'parcel.ship:~message-1',
        });
      }
      expect(host.deadLetters.length).toBeGreaterThanOrEqual(1);
    },
  },
  'the death of what kills its hosts': {
    begin: async (host) => {
      await host.send({ parcelId: 'p-1' });
      const lapsed = { fence: 'lost', in_progress_expiration: host.clock.now() - 1_000, alone: true, attempts: 3 };
      await host.put({ id: 'parcel.ship:p-1', status: 'INPROGRESS', ...lapsed });
    },
    calls: ['hide', 'claim', 'message', 'DEAD', 'send'],
    end: dead,
  },
  'a leftover that is parked again': {
    begin: async (host) => {
      await host.send({ parcelId: 'p-1' });
      await host.put({ id: 'parcel.ship:p-1', status: 'DEAD', death_id: 'standing', reason: 'attempts-spent' });
    },
    calls: ['hide', 'claim', 'send'],
    end: dead,
  },
  'a message whose death is over': {
    begin: async (host) => {
      await host.send({ parcelId: 'p-1' });
      const [{ body = '', receiptHandle = '' } = {}] = host.receive();
      await host.remove(receiptHandle);
      await host.put({ id: 'parcel.ship:~earlier', status: 'DEAD', death_id: 'parcel.ship:~earlier' });
      await host.sendBody(body, { deathId: { dataType: 'String', stringValue: 'parcel.ship:~earlier' } });
    },
    calls: ['hide', 'CLOSED', 'claim', 'COMPLETED'],
    end: (host) => {
      expect(host.records.get('parcel.ship:~earlier')?.status).toBe('CLOSED');
      expect(host.record('p-1')?.status).toBe('COMPLETED');
    },
  },
  'an expiry': {
    begin: (host) => host.send({ parcelId: 'p-1' }, { expiresAt: '2025-12-31T00:00:00Z' }),
    calls: ['hide', 'EXPIRED'],
    end: (host) => {
      expect(host.record('p-1')?.status).toBe('EXPIRED');
      expect(host.runs).toEqual([]);
    },
  },
  'the death of a job that waited too long': {
    begin: async (host) => {
      await host.send({ parcelId: 'p-1' });
      host.clock.advance(604_800 - 150);
    },
    calls: ['hide', 'message', 'DEAD', 'send'],
    end: dead,
  },
};

const points = Object.entries(stories).flatMap(([name, { calls }]) =>
  calls.flatMap((call, index) =>
    (['die-before', 'die-after'] as const).map((fault) => ({
      title: `${name}: the host dies ${fault === 'die-before' ? 'before' : 'after'} call ${index + 1} (${call})`,
      ...{ name, index, fault },
    })),
  ),
);

describe('whenever the host dies', () => {
  it.each(Object.entries(stories))('the calls of %s are the ones that follow', async (_, { begin, calls }) => {
    const host = createTrialHost();
    await begin(host);
    host.faults.heal();
    await host.invoke();
    expect(host.faults.names).toEqual(calls);
  });

  it.each(points)('$title, and the message that comes back ends the same', async ({ name, index, fault }) => {
    const host = createTrialHost();
    await stories[name]?.begin(host);
    host.faults.heal();
    host.faults.choose((call) => (call.index === index ? fault : undefined));
    const { died } = await host.invoke();
    expect(died).toBe(true);
    host.faults.heal();
    await host.workOff();
    stories[name]?.end(host);
    expect(host.waiting).toBe(0);
  });
});
