import { describe, expect, it } from 'vitest';
import { openWorldOf } from './open-world.ts';
import { parcelShare } from './parcel-share.ts';
import { shipParcel } from './parcel-ship.ts';

describe('a job with fairBy', () => {
  it('has its tenant as message group on the wire, on a standard queue, and no order', async () => {
    const world = await openWorldOf(parcelShare, shipParcel);
    await world.send({ parcelId: 'p-1', tenantId: 't-1', does: 'throw-once' });
    await world.send({ parcelId: 'p-2', tenantId: 't-1' });
    await world.send({ parcelId: 'p-3', tenantId: 'Tenant of Anna B.' });
    expect(world.messages().map(({ groupId }) => groupId)).toEqual([
      't-1',
      't-1',
      expect.stringMatching(/^~[0-9a-f]{64}$/),
    ]);
    expect(await world.deliver()).toMatchObject({ messages: 3, deleted: 2 });
    expect(world.messages()).toMatchObject([{ groupId: 't-1' }]);
  });

  it('keeps its group when it is parked and when it is redriven, as often as that is', async () => {
    const world = await openWorldOf(parcelShare, shipParcel);
    await world.send({ parcelId: 'p-1', tenantId: 't-1', does: 'give-up' });
    for (let cycle = 0; cycle < 2; cycle += 1) {
      await world.drain();
      expect(world.deadLetters()).toMatchObject([{ groupId: 't-1' }]);
      await world.redrive();
      expect(world.messages()).toMatchObject([{ groupId: 't-1' }]);
    }
  });
});
