import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { WorldWork } from '../../millrace/testing/world/world.ts';
import { openWorld, openWorldOf } from './open-world.ts';
import { parcelShip, shipParcel } from './parcel-ship.ts';

const newerShip = defineJob({
  type: 'parcel.ship',
  owner: 'logistics',
  version: 2,
  upgrades: [({ weightGrams: _gone, ...kept }) => ({ ...kept, carrierId: 'post' })],
  payload: z.strictObject({ parcelId: z.string(), does: z.string().optional(), carrierId: z.string() }),
  idempotencyKey: 'parcelId',
  replay: { rule: 'safe' },
});

const shipByCarrier: WorldWork<typeof newerShip> = ({ payload }, { effect }) =>
  effect(`${payload.parcelId} by ${payload.carrierId}`);

describe('a message of an older version', () => {
  it('is upgraded and run by newer code', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', weightGrams: 300 });
    world.deploy(newerShip, shipByCarrier);
    await world.drain();
    expect(world.effects.get('p-1 by post')).toBe(1);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', version: 1 });
  });

  it('is the same job when it comes again in the newer version', async () => {
    const world = await openWorldOf(newerShip, shipByCarrier);
    world.deploy(parcelShip, shipParcel);
    await world.sendRaw(bodyOfVersion1('p-1'));
    await world.drain();
    world.deploy(newerShip, shipByCarrier);
    const id = await world.send({ parcelId: 'p-1', carrierId: 'post' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['completed', 'duplicate']);
    expect([...world.effects]).toEqual([['p-1', 1]]);
  });
});

describe('a message of a newer version', () => {
  it('waits at no cost to its attempts and runs once newer code is deployed', async () => {
    const world = await openWorldOf(newerShip, shipByCarrier);
    world.deploy(parcelShip, shipParcel);
    const id = await world.send({ parcelId: 'p-1', carrierId: 'post' });
    for (let passes = 0; passes < 3; passes += 1) {
      expect(await world.deliver()).toMatchObject({ deleted: 0, kept: 1 });
      world.advance(3600);
    }
    expect(world.outcomes()).toEqual(['deferred', 'deferred', 'deferred']);
    expect(await world.record(id)).toBeUndefined();
    world.deploy(newerShip, shipByCarrier);
    await world.drain();
    expect(world.effects.get('p-1 by post')).toBe(1);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', version: 2, attempts: 1 });
  });

  it('that waits for code which never comes is parked while its queue still has it, in few receives, and runs when redriven to newer code', async () => {
    const world = await openWorldOf(newerShip, shipByCarrier);
    world.deploy(parcelShip, shipParcel);
    await world.send({ parcelId: 'p-1', carrierId: 'post' });
    const [sent] = world.messages();
    await world.drain();
    expect(world.deadLetters()).toMatchObject([
      { body: sent?.body, attributes: { deathReason: { stringValue: 'newer-version' } } },
    ]);
    expect(world.log.at(-1)?.receiveCount).toBeLessThan(60);
    const waitedDays = (world.now() - Date.UTC(2026, 0, 1)) / 86_400_000;
    expect(waitedDays).toBeGreaterThan(5);
    expect(waitedDays).toBeLessThan(7);
    world.deploy(newerShip, shipByCarrier);
    expect(await world.redrive()).toMatchObject({ redriven: 1 });
    await world.drain();
    expect(world.effects.get('p-1 by post')).toBe(1);
    expect(world.deadLetters()).toEqual([]);
  });
});

function bodyOfVersion1(parcelId: string): string {
  return JSON.stringify({
    specversion: '1.0',
    id: `parcel.ship:${parcelId}`,
    source: '/shop',
    type: 'parcel.ship',
    time: '2026-01-01T00:00:00.000Z',
    dataschema: 'urn:millrace:job:parcel.ship:1',
    data: { parcelId },
  });
}
