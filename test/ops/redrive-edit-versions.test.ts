import { defineCatalogue, defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { openTrial } from './ops-trial.ts';
import { memoryWorld } from './ops-world.ts';

/** Its second version calls the crate a box; a crate that has no number can't be upgraded. */
const parcelPack = defineJob({
  type: 'parcel.pack',
  owner: 'logistics',
  payload: z.object({ parcelId: z.string(), box: z.number(), note: z.string().optional() }),
  idempotencyKey: 'parcelId',
  version: 2,
  upgrades: [
    ({ crate, ...rest }) => {
      if (typeof crate !== 'number') throw new TypeError('no number');
      return { ...rest, box: crate };
    },
  ],
  replay: { rule: 'safe' },
});
const catalogue = defineCatalogue({
  owners: { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } },
  jobs: [parcelPack],
});

/** A dead message of the first version; answers the payload that an edit of it sends. */
async function editOf(data: object, patch: object) {
  const trial = await openTrial(memoryWorld, catalogue);
  const { source, dead } = await trial.urls(parcelPack);
  const envelope = {
    ...{ specversion: '1.0', id: 'parcel.pack:p-1', source: '/test', type: 'parcel.pack' },
    ...{ time: '2026-01-01T00:00:00Z', dataschema: 'urn:millrace:job:parcel.pack:1', data },
  };
  const attributes = {
    deathId: { dataType: 'String', stringValue: 'parcel.pack:~m-1' },
    deathReason: { dataType: 'String', stringValue: 'invalid-payload' },
  };
  await trial.queues.send(dead, [{ body: JSON.stringify(envelope), attributes }]);
  await trial.call(redrive, ['parcel.pack:~m-1'], { edit: JSON.stringify(patch) });
  const [sent] = await trial.look(source);
  return sent && JSON.parse(sent.body).data;
}

describe('an edit of a payload that an older version sent', () => {
  it('is made in the payload as this version reads it', async () => {
    const sent = await editOf({ parcelId: 'p-1', crate: 7 }, { note: 'fragile' });
    expect(sent).toEqual({ parcelId: 'p-1', box: 7, note: 'fragile' });
  });

  it('is made in the payload as it was sent where its upgrade fails', async () => {
    const sent = await editOf({ parcelId: 'p-1', crate: 'seven' }, { crate: null, box: 7 });
    expect(sent).toEqual({ parcelId: 'p-1', box: 7 });
  });
});
