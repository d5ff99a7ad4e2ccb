import { describe, expect, it } from 'vitest';
import type { World } from '../../millrace/testing/world/world.ts';
import { openWorld } from './open-world.ts';
import { type parcelShip, shipParcel } from './parcel-ship.ts';

const ID = 'parcel.ship:p-1';

const post = (world: World<typeof parcelShip>, payload: object, more: object = {}) =>
  world.api({ route: 'POST /jobs/{type}', body: { payload, ...more } });
const status = async (world: World<typeof parcelShip>, id = ID) =>
  (await world.api({ route: 'GET /jobs/{id}', id }))?.json;

describe('a job that is sent through the API', () => {
  it('is accepted, then run, then completed with its result, as its status tells', async () => {
    const seen: unknown[] = [];
    const world: World<typeof parcelShip> = await openWorld(async (job, tools) => {
      seen.push((await status(world)).status);
      return shipParcel(job, tools);
    });
    const answer = await post(world, { parcelId: 'p-1' });
    expect(answer).toMatchObject({ status: 202, json: { id: ID, status: '/jobs/parcel.ship%3Ap-1' } });
    seen.push((await status(world)).status);
    await world.drain();
    seen.push((await status(world)).status);
    expect(seen).toEqual(['ACCEPTED', 'INPROGRESS', 'COMPLETED']);
    expect(await status(world)).toMatchObject({ attempts: 1, result: { trackingRef: 'track-p-1' } });
  });

  it('and is poison is dead in the end, with its reason', async () => {
    const world = await openWorld();
    await post(world, { parcelId: 'p-1', does: 'throw' });
    await world.drain();
    expect(await status(world)).toMatchObject({
      ...{ status: 'DEAD', reason: 'attempts-spent', attempts: 3 },
      lastError: { attempt: 3, name: 'Error', message: 'the carrier is on strike' },
    });
  });

  it('and deleted does not run', async () => {
    const world = await openWorld();
    await post(world, { parcelId: 'p-1' });
    expect(await world.api({ route: 'DELETE /jobs/{id}', id: ID })).toMatchObject({ status: 200 });
    await world.drain();
    expect([world.outcomes(ID), [...world.effects]]).toEqual([['cancelled'], []]);
    expect(await status(world)).toMatchObject({ status: 'CANCELLED' });
  });

  it('with a delay is not received before it is due', async () => {
    const world = await openWorld();
    await post(world, { parcelId: 'p-1' }, { delaySeconds: 600 });
    world.advance(599);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    expect(await status(world)).toMatchObject({ status: 'ACCEPTED', dueAt: '2026-01-01T00:10:00.000Z' });
    world.advance(1);
    await world.drain();
    expect(await status(world)).toMatchObject({ status: 'COMPLETED' });
  });

  it('costs two writes and a send, where the depth was read lately', async () => {
    const world = await openWorld();
    await post(world, { parcelId: 'p-0' });
    const requests = await world.requestsDuring(() => post(world, { parcelId: 'p-1' }));
    expect(requests).toEqual({ UpdateItem: 2, SendMessageBatch: 1 });
  });
});
