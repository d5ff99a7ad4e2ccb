import { describe, expect, it } from 'vitest';
import type { CallName, FaultKind } from '../../millrace/testing/world/faults.ts';
import { openWorld } from './open-world.ts';

type OneCall = Exclude<FaultKind, 'delayed'>;

const kinds: Readonly<Record<OneCall, (at: CallName) => string>> = {
  'dies-before': (at) => `the process dies before "${at}"`,
  'dies-after': (at) => `the process dies after "${at}"`,
  'answer-lost': (at) => `the answer to "${at}" is lost`,
  refused: (at) => `"${at}" is refused`,
};

function each(...calls: readonly CallName[]) {
  const all = Object.entries(kinds) as [OneCall, (at: CallName) => string][]; // the keys of its own type
  return calls.flatMap((at) => all.map(([kind, words]) => ({ at, kind, fault: words(at) })));
}

/** Whatever goes wrong at any one call of a delivery, the job ends as it should. */
describe('whatever goes wrong once', () => {
  it.each(each('hide', 'claim', 'complete'))('a good job completes: $fault', async ({ at, kind }) => {
    const world = await openWorld();
    world.fault({ at, kind });
    const id = await world.send({ parcelId: 'p-1' });
    await world.drain();
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    const mayRunTwice = at === 'complete' && (kind === 'dies-before' || kind === 'refused');
    expect(world.effects.get('p-1')).toBe(mayRunTwice ? 2 : 1);
    expect(world.deadLetters()).toEqual([]);
  });

  it.each(each('hide', 'claim', 'fail', 'complete'))('a flaky job completes: $fault', async ({ at, kind }) => {
    const world = await openWorld();
    world.fault({ at, kind });
    const id = await world.send({ parcelId: 'p-1', does: 'throw-once' });
    await world.drain();
    expect((await world.record(id))?.status).toBe('COMPLETED');
    expect(world.deadLetters()).toEqual([]);
  });

  it.each(each('hide', 'claim', 'store-message', 'die', 'park'))(
    'a dead job is parked: $fault',
    async ({ at, kind }) => {
      const world = await openWorld();
      world.fault({ at, kind });
      const id = await world.send({ parcelId: 'p-1', does: 'give-up' });
      await world.drain();
      const record = await world.record(id);
      expect(record).toMatchObject({ status: 'DEAD', reason: 'permanent-error', attempts: 1 });
      const happenedTwice = at === 'park' && (kind === 'dies-after' || kind === 'answer-lost');
      expect(world.deadLetters().map(({ attributes }) => attributes.deathId?.stringValue)).toEqual(
        Array.from({ length: happenedTwice ? 2 : 1 }, () => record?.death_id),
      );
    },
  );

  it.each(each('hide', 'store-message', 'die', 'park'))(
    'a message without a job is parked: $fault',
    async ({ at, kind }) => {
      const world = await openWorld();
      world.fault({ at, kind });
      const messageId = await world.sendRaw('hello');
      await world.drain();
      const deathId = `parcel.ship:~${messageId}`;
      expect(await world.record(deathId)).toMatchObject({ status: 'DEAD', reason: 'unparseable' });
      expect(new Set(world.deadLetters().map(({ attributes }) => attributes.deathId?.stringValue))).toEqual(
        new Set([deathId]),
      );
    },
  );

  it.each(['ship', 'give-up'] as const)(
    'a job whose work is to %s ends so: its acknowledgement is lost',
    async (does) => {
      const world = await openWorld();
      world.fault({ at: 'acknowledge', kind: 'refused' });
      const id = await world.send({ parcelId: 'p-1', does });
      await world.drain();
      expect(world.outcomes(id)).toEqual(does === 'ship' ? ['completed', 'duplicate'] : ['dead', 'dead']);
      expect(await world.record(id)).toMatchObject({ attempts: 1 });
    },
  );
});
