import { PermanentError } from 'millrace';
import { describe, expect, it } from 'vitest';
import type { CallName, FaultKind } from '../../millrace/testing/world/faults.ts';
import type { World, WorldWork } from '../../millrace/testing/world/world.ts';
import { openWorldOf } from './open-world.ts';
import { parcelNotify } from './parcel-notify.ts';

const confidential = { to: 'ada@example.org', name: 'Ada Lovelace' };

const tell: WorldWork<typeof parcelNotify> = async (job, { effect }) => {
  const { to, name } = await job.confidential();
  job.logger.info(`tells ${name} at ${to}`, { to });
  if (job.payload.does === 'give-up') throw new PermanentError(`550 no mailbox ${to}`);
  if (job.payload.does === 'fail' && job.attempt === 1) throw new Error(`${name} is not at home`);
  effect(to);
};

const open = (work = tell) => openWorldOf(parcelNotify, work);
type NotifyWorld = World<typeof parcelNotify>;

/** Everything that anybody but the table's own item may show. */
async function shownIn(world: NotifyWorld, id: string): Promise<string> {
  const record = await world.record(id);
  const kept = record?.death_id && (await world.storedMessage(id, record.death_id));
  return JSON.stringify([world.messages(), world.deadLetters(), world.log, record, kept]);
}

describe('a job with confidential data', () => {
  it('reads what its producer gave, which then is nowhere, at one read and one delete', async () => {
    const world = await open();
    const sending = await world.requestsDuring(() => world.send({ parcelId: 'p-1' }, { confidential }));
    expect(sending).toMatchObject({ TransactWriteItems: 1, SendMessageBatch: 1 });
    const running = await world.requestsDuring(() => world.drain());
    expect(running).toMatchObject({ UpdateItem: 2, GetItem: 1, DeleteItem: 1 });
    expect(world.outcomes()).toEqual(['completed']);
    expect([...world.effects]).toEqual([['ada@example.org', 1]]);
    expect(await world.storedConfidential('parcel.notify:p-1')).toBeUndefined();
  });

  it.each(['tell', 'fail', 'give-up'] as const)('shows it nowhere: %s', async (does) => {
    const world = await open();
    const id = await world.send({ parcelId: 'p-1', does }, { confidential });
    expect(await shownIn(world, id)).not.toMatch(/ada@|Lovelace/i);
    await world.drain();
    const shown = await shownIn(world, id);
    expect(shown).not.toMatch(/ada@|Lovelace/i);
    expect(shown).toContain('tells [confidential] at [confidential]');
  });

  it('keeps it while it is dead, for its redrive', async () => {
    const world = await open();
    const id = await world.send({ parcelId: 'p-1', does: 'give-up' }, { confidential });
    await world.drain();
    expect(await world.record(id)).toMatchObject({
      status: 'DEAD',
      failures: [{ message: '550 no mailbox [confidential]' }],
    });
    world.advance(13 * 86_400);
    expect(await world.storedConfidential(id)).toBeDefined();
    await world.redrive({ edit: (payload) => ({ ...payload, does: 'tell' }), onlyId: id });
    await world.drain();
    expect(world.outcomes(id)).toEqual(['dead', 'completed']);
    expect(await world.storedConfidential(id)).toBeUndefined();
  });

  it('is refused by its producer with other data, and once it is over', async () => {
    const world = await open();
    await world.send({ parcelId: 'p-1' }, { confidential });
    const other = world.send({ parcelId: 'p-1' }, { confidential: { ...confidential, name: 'Bob' } });
    await expect(other).rejects.toMatchObject({ name: 'ConfidentialConflictError' });
    await world.drain();
    await expect(world.send({ parcelId: 'p-1' }, { confidential })).rejects.toMatchObject({ name: 'JobOverError' });
    expect(world.messages()).toEqual([]);
  });

  it('is posted to the HTTP API with it', async () => {
    const world = await open();
    const body = { payload: { parcelId: 'p-1' }, confidential };
    expect(await world.api({ route: 'POST /jobs/{type}', body })).toMatchObject({ status: 202 });
    await world.drain();
    expect([...world.effects]).toEqual([['ada@example.org', 1]]);
    expect(await world.api({ route: 'POST /jobs/{type}', body })).toMatchObject({
      status: 202,
      json: { jobStatus: 'COMPLETED' },
    });
    expect(await world.storedConfidential('parcel.notify:p-1')).toBeUndefined();
  });
});

const kinds: readonly FaultKind[] = ['dies-before', 'dies-after', 'answer-lost', 'refused'];
const each = (...calls: readonly CallName[]) => calls.flatMap((at) => kinds.map((kind) => ({ at, kind })));

describe('whatever goes wrong once', () => {
  it.each(each('read-confidential', 'complete', 'erase-confidential'))(
    'a good job completes, and its data is gone: $at, $kind',
    async ({ at, kind }) => {
      const world = await open();
      world.fault({ at, kind });
      const id = await world.send({ parcelId: 'p-1' }, { confidential });
      await world.drain();
      expect((await world.record(id))?.status).toBe('COMPLETED');
      expect(await world.storedConfidential(id)).toBeUndefined();
      expect(world.deadLetters()).toEqual([]);
    },
  );

  it.each(each('renew-confidential', 'die', 'park'))(
    'a dead job is parked, and has its data: $at, $kind',
    async ({ at, kind }) => {
      const world = await open();
      world.fault({ at, kind });
      const id = await world.send({ parcelId: 'p-1', does: 'give-up' }, { confidential });
      await world.drain();
      expect((await world.record(id))?.status).toBe('DEAD');
      expect(await world.storedConfidential(id)).toBeDefined();
    },
  );
});
