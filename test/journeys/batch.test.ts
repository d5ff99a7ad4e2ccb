import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('a batch of ten of which three fail', () => {
  it('names the three, deletes the seven, hides each of the three for its own backoff, and settles all ten', async () => {
    const world = await openWorld();
    const failing = [2, 5, 9];
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      ids.push(await world.send({ parcelId: `p-${n}`, does: failing.includes(n) ? 'throw-once' : 'ship' }));
    }
    const messageIds = world.messages().map(({ messageId }) => messageId);
    const delivered = await world.deliver();
    expect(delivered).toMatchObject({ messages: 10, deleted: 7, kept: 3 });
    expect(delivered.failedIds).toEqual(failing.map((n) => messageIds[n]));
    for (const [n, id] of ids.entries()) {
      const status = failing.includes(n) ? 'FAILED' : 'COMPLETED';
      expect(await world.record(id)).toMatchObject({ status, attempts: 1 });
    }
    const hidden = world.log.filter(({ outcome }) => outcome === 'failed');
    expect(hidden.map(({ messageId }) => messageId)).toEqual(delivered.failedIds);
    const startedMs = world.now();
    for (const { messageId, hiddenSeconds } of hidden.toSorted(
      (a, b) => Number(a.hiddenSeconds) - Number(b.hiddenSeconds),
    )) {
      const state = () => world.messages().find((message) => message.messageId === messageId)?.state;
      expect(hiddenSeconds).toBeGreaterThan(0);
      expect(hiddenSeconds).toBeLessThanOrEqual(10);
      expect(state()).toBe('in flight');
      world.advance(Number(hiddenSeconds) - (world.now() - startedMs) / 1000);
      expect(state()).toBe('visible');
    }
    await world.drain();
    expect([...world.effects.values()]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(await world.record(ids[2] ?? '')).toMatchObject({ status: 'COMPLETED', attempts: 2 });
  });
});

describe('a batch of which all fail', () => {
  it('names every one, and the next batch of the same warm worker names none of them', async () => {
    const world = await openWorld();
    for (const parcelId of ['p-1', 'p-2']) await world.send({ parcelId, does: 'throw-once' });
    const messageIds = world.messages().map(({ messageId }) => messageId);
    expect(await world.deliver()).toMatchObject({ deleted: 0, kept: 2, failedIds: messageIds });
    await world.send({ parcelId: 'p-3' });
    expect(await world.deliver()).toMatchObject({ messages: 1, deleted: 1, failedIds: [] });
  });
});

describe('a successful batch of ten', () => {
  it('costs one receive, one visibility batch, one delete batch and twenty record writes, and nothing else', async () => {
    const world = await openWorld();
    for (let n = 0; n < 10; n += 1) await world.send({ parcelId: `p-${n}` });
    expect(await world.requestsDuring(() => world.deliver())).toEqual({
      ReceiveMessage: 1,
      ChangeMessageVisibilityBatch: 1,
      DeleteMessageBatch: 1,
      UpdateItem: 20,
    });
  });
});
