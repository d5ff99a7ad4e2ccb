import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';

describe('a job whose visibility timeout runs out while its worker still has it', () => {
  it('is hidden by the second worker, and the first completes it: one effect', async () => {
    const started = Promise.withResolvers<void>();
    const shipping = Promise.withResolvers<void>();
    const world = await openWorld(async ({ payload }, { effect }) => {
      started.resolve();
      await shipping.promise;
      effect(payload.parcelId);
    });
    await world.patchQueue({ VisibilityTimeout: '1' });
    world.fault({ at: 'hide', kind: 'refused' }); // the lease, which would have covered the whole run
    const id = await world.send({ parcelId: 'p-1' });
    const first = world.deliver();
    await started.promise;
    world.advance(2);
    expect(await world.deliver()).toMatchObject({ messages: 1, kept: 1 });
    expect(world.log.at(-1)).toMatchObject({ outcome: 'in-progress', jobId: id, hiddenSeconds: 19, receiveCount: 2 });
    shipping.resolve();
    await first;
    await world.drain();
    expect(world.outcomes(id)).toEqual(['in-progress', 'completed', 'duplicate']);
    expect(world.effects.get('p-1')).toBe(1);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });
});
