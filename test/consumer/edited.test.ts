import { describe, expect, it } from 'vitest';
import { payloadHash } from '../../millrace/record/payload-hash.ts';
import { fakeJobWith } from './fake-job.ts';
import { createTrialHost } from './trial-host.ts';

const ID = 'parcel.ship:p-1';
const job = fakeJobWith({ version: 2, upgrades: [(payload) => payload] });
/** What an operator made of it: another weight, under the newest version. */
const EDITED = { version: 2, validation: payloadHash({ parcelId: 'p-1', weight: 7 }), edited: true } as const;
const mark = { payloadEdited: { dataType: 'String', stringValue: 'true' } };
const deathId = (stringValue: string) => ({ deathId: { dataType: 'String', stringValue } });

async function sendMarked(host: ReturnType<typeof createTrialHost>, death: string) {
  await host.send({ parcelId: 'p-1', weight: 7 });
  const [{ body = '', receiptHandle = '' } = {}] = host.receive();
  await host.remove(receiptHandle);
  await host.sendBody(body, { ...deathId(death), ...mark });
}

describe('a job whose payload an operator edited', () => {
  it.each(['FAILED', 'DEAD', 'COMPLETED', 'INPROGRESS'] as const)(
    'is not touched by a leftover of what it was, of whatever version: %s',
    async (status) => {
      const host = createTrialHost({ job });
      const standing = { death_id: 'd-1', in_progress_expiration: host.clock.now() + 60_000 };
      await host.put({ id: ID, status, ...EDITED, ...standing });
      const before = host.record('p-1');
      await host.send({ parcelId: 'p-1' }, { job: { type: 'parcel.ship', version: 1 } });
      await host.invoke();
      expect(host.told).toMatchObject([{ outcome: 'dead', reason: 'other-content' }]);
      expect(host.runs).toEqual([]);
      expect(host.record('p-1')).toEqual(before);
    },
  );

  it('brings its content along only under the death that it was edited for', async () => {
    const host = createTrialHost({ job });
    const standing = { status: 'DEAD', death_id: 'd-2', version: 2, validation: 'of what it was' } as const;
    await host.put({ id: ID, ...standing });
    await sendMarked(host, 'd-1');
    await host.invoke();
    expect(host.told).toMatchObject([{ outcome: 'dead', reason: 'other-content' }]);
    expect(host.record('p-1')).toMatchObject(standing);
  });

  it('runs in a new cycle with that content, once, however often its copy comes', async () => {
    const host = createTrialHost({ job });
    await host.put({ id: ID, status: 'DEAD', death_id: 'd-1', version: 1, validation: 'of what it was' });
    await sendMarked(host, 'd-1');
    await sendMarked(host, 'd-1');
    await host.workOff();
    expect(host.runs.map(({ payload }) => payload)).toMatchObject([{ weight: 7 }]);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', cycle: 2, ...EDITED });
  });
});
