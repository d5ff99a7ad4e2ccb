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
    const hidden = world.log.filter(({ outcome }) => outcome === 'failed').map(({ hiddenSeconds }) => hiddenSeconds);
    expect(hidden).toHaveLength(3);
    for (const seconds of hidden.toSorted((a, b) => Number(a) - Number(b))) {
      expect(Number(seconds)).toBeGreaterThanOrEqual(0);
      expect(Number(seconds)).toBeLessThanOrEqual(10);
    }
    await world.drain();
    expect([...world.effects.values()]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(await world.record(ids[2] ?? '')).toMatchObject({ status: 'COMPLETED', attempts: 2 });
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
