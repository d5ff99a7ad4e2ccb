import { describe, expect, it } from 'vitest';
import { openWorldOf } from './open-world.ts';
import { parcelRoute } from './parcel-route.ts';
import { shipParcel } from './parcel-ship.ts';

describe('an ordered job that fails', () => {
  it('is tried again before those behind it in its group, and holds back no other group', async () => {
    const world = await openWorldOf(parcelRoute, shipParcel);
    await world.send({ parcelId: 'p-1', carrierId: 'c-1', does: 'throw-once' });
    await world.send({ parcelId: 'p-2', carrierId: 'c-1' });
    await world.send({ parcelId: 'q-1', carrierId: 'c-2' });
    await world.deliver();
    expect([...world.effects.keys()]).toEqual(['q-1']);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    await world.drain();
    expect([...world.effects.keys()]).toEqual(['q-1', 'p-1', 'p-2']);
  });

  it('lets them pass once it is dead', async () => {
    const world = await openWorldOf(parcelRoute, shipParcel);
    await world.send({ parcelId: 'p-1', carrierId: 'c-1', does: 'throw' });
    await world.send({ parcelId: 'p-2', carrierId: 'c-1' });
    await world.drain();
    expect(world.outcomes('parcel.route:p-1')).toEqual(['failed', 'failed', 'dead']);
    expect(world.effects.get('p-2')).toBe(1);
    expect(await world.record('parcel.route:p-2')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});
