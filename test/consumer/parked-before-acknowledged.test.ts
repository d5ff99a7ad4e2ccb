import { describe, expect, it } from 'vitest';
import type { DeathReason } from '../../millrace/record/job-record.ts';
import { type FakePayload, fakeJob } from './fake-job.ts';
import { createSteppingHost } from './stepping-host.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

const RETENTION_SECONDS = 604_800;

const sending = (outcome: FakePayload['outcome']) => async () => {
  const host = createTrialHost();
  await host.send({ parcelId: 'p-1', outcome });
  return host;
};

/** A message whose payload is this JSON text. */
const carrying = (data: string, changed: object = {}) => {
  const head = JSON.stringify({
    ...{ specversion: '1.0', id: 'parcel.ship:p-1', source: '/test', type: 'parcel.ship' },
    ...{ time: '2026-01-01T00:00:00Z', dataschema: 'urn:millrace:job:parcel.ship:1' },
    ...changed,
  });
  return holding(`${head.slice(0, -1)},"data":${data}}`);
};

const holding = (body: string) => async () => {
  const host = createTrialHost();
  await host.sendBody(body);
  return host;
};

/** A host with one message that will die of this. A new reason wants its entry here, or this does not compile. */
const CAUSES: Record<Exclude<DeathReason, 'received-too-often'>, () => Promise<TrialHost>> = {
  'permanent-error': sending('permanent'),
  'attempts-spent': sending('throw'),
  'result-refused': sending('bad-result'),
  'killed-its-host': sending('kill-host'),
  'outcome-unknown': async () => {
    const lost = () => {
      throw new Error('socket hang up');
    };
    const host = createSteppingHost(({ step }) => step('charge', lost, { atMostOnce: true, longestRequestSeconds: 4 }));
    await host.send({ parcelId: 'p-1' });
    return host;
  },
  'waited-too-long': async () => {
    const host = await sending('return')();
    host.clock.advance(RETENTION_SECONDS - 100);
    return host;
  },
  unparseable: holding('hello'),
  'too-deep': carrying(`{"parcelId":"p-1","a":${'['.repeat(200)}${']'.repeat(200)}}`),
  'unsafe-integer': carrying('{"parcelId":"p-1","weight":9007199254740993}'),
  'not-a-job': holding('{"foo":1}'),
  'unknown-type': carrying('{}', { type: 'report.build', dataschema: 'urn:millrace:job:report.build:1' }),
  'no-key': carrying('{}'),
  'invalid-payload': carrying('{"parcelId":"p-1","weight":"heavy"}'),
  'newer-version': async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' }, { job: { type: fakeJob.type, version: 2 } });
    return host;
  },
  'other-content': async () => {
    const host = await sending('return')();
    await host.invoke();
    await host.send({ parcelId: 'p-1', weight: 7 });
    return host;
  },
};

/** Delivers, and moves the clock on, until a copy could not be parked. */
async function untilParkingFails(host: TrialHost): Promise<void> {
  for (let waited = 0; !host.outcomes.includes('parking-failed'); waited += 1) {
    if (waited > RETENTION_SECONDS) throw new Error('nothing dies');
    const batch = host.receive();
    if (batch.length > 0) await host.invoke(batch);
    else host.clock.advance(1);
  }
}

describe.each(Object.entries(CAUSES))('a message that dies of %s', (reason, letDie) => {
  it('stays on its queue while it can not be parked, then is parked once', async () => {
    const host = await letDie();
    host.faults.choose(({ name }) => (name === 'send' ? 'fail' : undefined));
    await untilParkingFails(host);
    expect(host.waiting).toBe(1);
    expect(host.deadLetters).toEqual([]);
    const runs = host.runs.length;
    host.faults.heal();
    await host.workOff();
    expect(host.deadLetters).toMatchObject([{ attributes: { deathReason: { stringValue: reason } } }]);
    expect(host.outcomes.slice(-2)).toEqual(['parking-failed', 'dead']);
    expect(host.runs).toHaveLength(runs);
  });
});

describe('another message of a dead job, whose attributes its copy has no room for', () => {
  it('stays on its queue while these can’t be kept', async () => {
    const host = createTrialHost();
    const payload = { parcelId: 'p-1', outcome: 'permanent' } as const;
    await host.send(payload);
    const [{ body = '' } = {}] = host.receive();
    await host.workOff();
    const names = Array.from({ length: 10 }, (_, at) => `name${at}`);
    const text = { dataType: 'String', stringValue: 'x' };
    await host.sendBody(body, Object.fromEntries(names.map((name) => [name, text])));
    host.faults.choose(({ name }) => (name === 'message' ? 'fail' : undefined));
    await host.invoke();
    expect(host.outcomes).toEqual(['dead', 'parking-failed']);
    expect([host.waiting, host.deadLetters.length]).toEqual([1, 1]);
  });
});
