import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('a poison message', () => {
  it('that holds no job never reaches the handler and waits in the dead-letter queue with its reason', async () => {
    const world = await openWorld();
    const messageId = await world.sendRaw('hello');
    await world.drain();
    expect(world.effects.size).toBe(0);
    expect(world.outcomes()).toEqual(['dead']);
    const deathId = `parcel.ship:~${messageId}`;
    expect(world.deadLetters()).toMatchObject([
      {
        body: 'hello',
        attributes: {
          deathId: { dataType: 'String', stringValue: deathId },
          deathReason: { dataType: 'String', stringValue: 'unparseable' },
        },
      },
    ]);
    expect(await world.record(deathId)).toMatchObject({ status: 'DEAD', reason: 'unparseable', death_id: deathId });
    expect(await world.storedMessage(deathId, deathId)).toMatchObject({ body: 'hello', attributes: {} });
  });

  it('whose payload breaks the schema is dead at its first receive, and the path is told without the value', async () => {
    const world = await openWorld();
    const body = JSON.stringify({
      specversion: '1.0',
      id: 'parcel.ship:p-1',
      source: '/test',
      type: 'parcel.ship',
      time: '2026-01-01T00:00:00.000Z',
      dataschema: 'urn:millrace:job:parcel.ship:1',
      data: { parcelId: 'p-1', weightGrams: 'zz-secret-zz' },
    });
    const messageId = await world.sendRaw(body);
    await world.drain();
    expect(world.log.at(-1)).toMatchObject({ outcome: 'dead', reason: 'invalid-payload', receiveCount: 1 });
    expect(world.log.at(-1)?.issues).toMatchObject([{ path: 'weightGrams' }]);
    expect(JSON.stringify(world.log)).not.toContain('zz-secret-zz');
    const record = await world.record(`parcel.ship:~${messageId}`);
    expect(record?.failures).toMatchObject([{ attempt: 0, name: 'UnusableMessageError' }]);
    expect(JSON.stringify(record)).not.toContain('zz-secret-zz');
  });

  it('that always throws runs as often as it may, then waits in the dead-letter queue with every reason', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'throw' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['failed', 'failed', 'dead']);
    expect(world.log.at(-1)).toMatchObject({ outcome: 'dead', reason: 'attempts-spent', attempt: 3 });
    const record = await world.record(id);
    expect(record).toMatchObject({ status: 'DEAD', reason: 'attempts-spent', attempts: 3 });
    expect(record?.failures?.map(({ attempt, name, message }) => [attempt, name, message])).toEqual([
      [1, 'Error', 'the carrier is on strike'],
      [2, 'Error', 'the carrier is on strike'],
      [3, 'Error', 'the carrier is on strike'],
    ]);
    const [dead] = world.deadLetters();
    expect(dead?.attributes).toEqual({
      deathId: { dataType: 'String', stringValue: record?.death_id },
      deathReason: { dataType: 'String', stringValue: 'attempts-spent' },
    });
  });

  it('that says so itself dies at its first attempt', async () => {
    const world = await openWorld();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['dead']);
    expect(await world.record(id)).toMatchObject({ status: 'DEAD', reason: 'permanent-error', attempts: 1 });
  });

  it('costs its neighbours nothing', async () => {
    const world = await openWorld();
    await world.sendRaw('[]');
    const good = await world.send({ parcelId: 'p-1' });
    const poison = await world.send({ parcelId: 'p-2', does: 'throw' });
    const flaky = await world.send({ parcelId: 'p-3', does: 'throw-once' });
    await world.drain();
    expect(await world.record(good)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(await world.record(flaky)).toMatchObject({ status: 'COMPLETED', attempts: 2 });
    expect(await world.record(poison)).toMatchObject({ status: 'DEAD', attempts: 3 });
    expect([...world.effects]).toEqual([
      ['p-1', 1],
      ['p-3', 1],
    ]);
    expect(world.deadLetters()).toHaveLength(2);
  });
});
