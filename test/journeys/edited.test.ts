import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';
import { parcelShip } from './parcel-ship.ts';

const payloadOf = (body = '{}') => JSON.parse(body).data;

describe('a poison payload', () => {
  it('is edited and redriven: its job runs, and the death of its message is closed', async () => {
    const world = await openWorld();
    await world.send({ parcelId: 'p-1' });
    const [sent] = world.messages();
    await world.drain();
    const poison = { ...JSON.parse(sent?.body ?? '{}'), id: 'parcel.ship:p-2' };
    poison.data = { parcelId: 'p-2', does: 'fly' };
    const messageId = await world.sendRaw(JSON.stringify(poison));
    await world.drain();
    const deathId = `parcel.ship:~${messageId}`;
    expect(await world.record(deathId)).toMatchObject({ status: 'DEAD', reason: 'invalid-payload' });

    const edit = (payload: Readonly<Record<string, unknown>>) => ({ ...payload, does: 'ship' });
    expect(await world.redrive({ onlyId: deathId, edit })).toMatchObject({ redriven: 1, aboutLeft: 0 });
    await world.drain();
    expect(await world.record('parcel.ship:p-2')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(world.effects.get('p-2')).toBe(1);
    expect(await world.record(deathId)).toMatchObject({ status: 'CLOSED' });
  });
});

describe('a dead job', () => {
  it('is edited and redriven: it runs with what was changed, in a new cycle', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    const edit = (payload: Readonly<Record<string, unknown>>) => ({ ...payload, does: 'ship' });
    await world.redrive({ onlyId: id, edit });
    expect(payloadOf(world.messages()[0]?.body)).toEqual({ parcelId: 'p-1', does: 'ship' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', cycle: 2, edited: true });
    expect(world.effects.get('p-1')).toBe(1);
  });

  it('that was edited is answered from the store when its copy comes again, and its old payload dies alone', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    const [old] = world.messages();
    await world.drain();
    await world.redrive({ onlyId: id, edit: (payload) => ({ ...payload, does: 'ship' }) });
    const [copy] = world.messages();
    await world.drain();
    await world.sendRaw(copy?.body ?? '', copy?.attributes);
    await world.sendRaw(old?.body ?? '');
    await world.drain();
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.outcomes().slice(-2).toSorted()).toEqual(['dead', 'duplicate']);
    expect(world.deadLetters()).toMatchObject([{ attributes: { deathReason: { stringValue: 'other-content' } } }]);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('whose edit would change its key, or break its schema, stays where it is', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    for (const patch of [{ parcelId: 'p-2' }, { weightGrams: 'heavy' }]) {
      const edit = (payload: Readonly<Record<string, unknown>>) => ({ ...payload, ...patch });
      expect(await world.redrive({ onlyId: id, edit })).toMatchObject({ failed: 1, aboutLeft: 1 });
    }
    world.deploy(parcelShip, ({ payload }, { effect }) => effect(payload.parcelId));
    expect(await world.redrive({ onlyId: id })).toMatchObject({ redriven: 1 });
  });
});
