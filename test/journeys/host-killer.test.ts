import { describe, expect, it } from 'vitest';
import { openWorld, openWorldOf } from './open-world.ts';
import { parcelWeigh } from './parcel-weigh.ts';

describe('a job that kills its host, in a batch of ten', () => {
  it('dies alone after as many lone runs as it has attempts; its neighbours complete with one attempt each', async () => {
    const world = await openWorld();
    const neighbours: string[] = [];
    for (let n = 0; n < 9; n += 1) neighbours.push(await world.send({ parcelId: `p-${n}` }));
    const killer = await world.send({ parcelId: 'p-killer', does: 'kill-its-host' });
    await world.drain();
    for (const id of neighbours) {
      expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
      expect(world.outcomes(id)).not.toContain('failed');
    }
    const record = await world.record(killer);
    expect(record).toMatchObject({ status: 'DEAD', reason: 'killed-its-host', attempts: 3 });
    expect(record?.failures?.map(({ attempt, name }) => [attempt, name])).toEqual([
      [1, 'HostLostError'],
      [2, 'HostLostError'],
      [3, 'HostLostError'],
    ]);
    expect(world.deadLetters()).toMatchObject([{ receiveCount: 0 }]);
  });

  it('finds its end in as many rounds as it has attempts, and two more', async () => {
    const world = await openWorld();
    for (let n = 0; n < 9; n += 1) await world.send({ parcelId: `p-${n}` });
    await world.send({ parcelId: 'p-killer', does: 'kill-its-host' });
    await world.drain();
    expect(world.log.at(-1)).toMatchObject({ outcome: 'dead', reason: 'killed-its-host', receiveCount: 5 });
  });

  it('and is not alone in that takes only the other killers with it', async () => {
    const world = await openWorld();
    const killers: string[] = [];
    const neighbours: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      const kills = n % 4 === 1;
      const id = await world.send({ parcelId: `p-${n}`, does: kills ? 'kill-its-host' : 'ship' });
      (kills ? killers : neighbours).push(id);
    }
    await world.drain();
    for (const id of neighbours) expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    for (const id of killers) expect(await world.record(id)).toMatchObject({ status: 'DEAD', attempts: 3 });
    expect(world.deadLetters()).toHaveLength(3);
  });
});

describe('a job whose host dies during its last attempt', () => {
  it('gets that attempt once more, alone, for the host may have died of a neighbour', async () => {
    const world = await openWorld(({ payload, attempt }, { effect }) => {
      if (attempt < 3) throw new Error('the carrier is on strike');
      effect(payload.parcelId);
    });
    const id = await world.send({ parcelId: 'p-1' });
    await world.deliver();
    world.advance(60);
    await world.deliver();
    expect(await world.record(id)).toMatchObject({ status: 'FAILED', attempts: 2 });
    world.fault({ at: 'claim', kind: 'dies-after' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 3 });
    expect(world.effects.get('p-1')).toBe(1);
  });
});

describe('a message that kills its host before its claim', () => {
  it('takes nobody with it, and ends in the dead-letter queue by SQS itself', async () => {
    const world = await openWorldOf(parcelWeigh, ({ payload }, { effect }) => effect(payload.parcelId));
    const killer = await world.send({ parcelId: 'p-heavy' });
    const neighbours: string[] = [];
    for (let n = 0; n < 9; n += 1) neighbours.push(await world.send({ parcelId: `p-${n}` }));
    await world.drain();
    for (const id of neighbours) {
      expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    }
    expect([...world.effects.values()]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(await world.record(killer)).toBeUndefined();
    expect(world.deadLetters()).toMatchObject([{ attributes: {}, receiveCount: 30 }]);
  });
});
