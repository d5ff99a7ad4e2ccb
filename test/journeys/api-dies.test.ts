import { describe, expect, it } from 'vitest';
import type { CallName, FaultKind } from '../../millrace/testing/world/faults.ts';
import type { World } from '../../millrace/testing/world/world.ts';
import { openWorld } from './open-world.ts';
import type { parcelShip } from './parcel-ship.ts';

const ID = 'parcel.ship:p-1';
const POST = {
  route: 'POST /jobs/{type}',
  body: { payload: { does: 'ship' } },
  headers: { 'idempotency-key': 'r-1' },
} as const;

type ShipWorld = World<typeof parcelShip>;

/** The sweeper comes each minute, and workers take what there is. */
async function anHour(world: ShipWorld): Promise<void> {
  for (let minute = 0; minute < 60; minute += 1) {
    world.advance(60);
    await world.sweep();
    await world.drain();
  }
}

function effects({ effects: happened }: ShipWorld): number[] {
  return [...happened.values()];
}

const saves: readonly [what: string, at: CallName, kind: FaultKind][] = [
  ['before it has saved the job', 'accept', 'dies-before'],
  ['once it has saved, before it sends', 'accept', 'dies-after'],
  ['at the send, before SQS has it', 'send', 'dies-before'],
  ['at the send, after SQS has it', 'send', 'dies-after'],
  ['after the send, before it is marked as sent', 'mark-sent', 'dies-before'],
  ['after all of it, before the answer', 'mark-sent', 'dies-after'],
];

describe('an API that dies', () => {
  it.each(saves)('%s: the client repeats its request, gets the same job, and it runs once', async (_what, at, kind) => {
    const world = await openWorld();
    world.fault({ at, kind });
    expect(await world.api(POST)).toBeUndefined();
    const again = await world.api(POST);
    expect(again).toMatchObject({ status: 202, json: { id: expect.stringMatching(/^parcel\.ship:/) } });
    await anHour(world);
    expect(effects(world)).toEqual([1]);
    expect(await world.api(POST)).toMatchObject({ json: { id: again?.json.id, jobStatus: 'COMPLETED' } });
    expect([world.messages(), world.deadLetters()]).toEqual([[], []]);
  });

  it.each(saves.slice(1))('%s: the job runs once, though nobody asks again', async (_what, at, kind) => {
    const world = await openWorld();
    world.fault({ at, kind });
    await world.api(POST);
    await anHour(world);
    expect(effects(world)).toEqual([1]);
  });

  it('before it has saved the job has told nobody that it runs, and it does not', async () => {
    const world = await openWorld();
    world.fault({ at: 'accept', kind: 'dies-before' });
    await world.api(POST);
    await anHour(world);
    expect(effects(world)).toEqual([]);
  });
});

describe('a sweeper that dies', () => {
  it.each([
    ['while it looks for what was left', 'list-unsent', 'dies-before'],
    ['before it takes the job up', 'take-up', 'dies-before'],
    ['once it has taken it up, before it sends', 'take-up', 'dies-after'],
    ['at the send, before SQS has it', 'send', 'dies-before'],
    ['at the send, after SQS has it', 'send', 'dies-after'],
    ['before it marks the job as sent', 'mark-sent', 'dies-before'],
    ['after all of it', 'mark-sent', 'dies-after'],
  ] as const)('%s leaves the job to the next sweep, and it runs once', async (_what, at, kind) => {
    const world = await openWorld();
    world.fault({ at: 'send', kind: 'refused' });
    expect(await world.api(POST)).toMatchObject({ status: 202 });
    world.fault({ at, kind });
    world.advance(61);
    expect(await world.sweep()).toBeUndefined();
    await anHour(world);
    expect(effects(world)).toEqual([1]);
    expect([world.messages(), world.deadLetters()]).toEqual([[], []]);
  });

  it('and a worker that has the job already do not make it run twice', async () => {
    const world = await openWorld();
    world.fault({ at: 'mark-sent', kind: 'refused' });
    await world.api({ route: 'POST /jobs/{type}', body: { payload: { parcelId: 'p-1' } } });
    world.advance(61);
    expect(await world.sweep()).toMatchObject({ sent: 1 });
    expect(world.messages()).toHaveLength(2);
    await world.deliver({ most: 1 });
    await world.drain();
    expect(world.outcomes(ID)).toEqual(['completed', 'duplicate']);
    expect(effects(world)).toEqual([1]);
  });

  it('finds nothing of a job that was claimed, though nobody marked it as sent', async () => {
    const world = await openWorld();
    world.fault({ at: 'mark-sent', kind: 'refused' });
    await world.api({ route: 'POST /jobs/{type}', body: { payload: { parcelId: 'p-1' } } });
    await world.drain();
    world.advance(61);
    expect(await world.sweep()).toEqual({ sent: 0, settled: 0, failed: 0 });
    expect((await world.record(ID))?.unsent).toBeUndefined();
  });
});

describe('an API without SQS', () => {
  it('accepts what it can save, and all of it runs once SQS is back', async () => {
    const world = await openWorld();
    world.fault({ at: 'send', kind: 'refused', times: 5 });
    for (let at = 0; at < 5; at += 1) {
      const answer = await world.api({ route: 'POST /jobs/{type}', body: { payload: { parcelId: `p-${at}` } } });
      expect(answer).toMatchObject({ status: 202, json: { jobStatus: 'ACCEPTED' } });
    }
    expect(world.messages()).toEqual([]);
    await anHour(world);
    expect(effects(world)).toEqual([1, 1, 1, 1, 1]);
  });
});
