import { describe, expect, it } from 'vitest';
import { openWorldOf } from './open-world.ts';
import { shipParcel } from './parcel-ship.ts';
import { parcelUrge } from './parcel-urge.ts';

describe('a job with priorities', () => {
  it('whose normal queue is full, and whose normal batches all run, does an urgent job at once', async () => {
    const go = Promise.withResolvers<void>();
    const world = await openWorldOf(parcelUrge, async (job, tools) => {
      if (job.payload.does === 'throw') await go.promise;
      else await shipParcel(job, tools);
    });
    for (let sent = 0; sent < 50; sent += 1) await world.send({ parcelId: `p-${sent}`, does: 'throw' });
    // As many batches as the cap of the normal queue lets run.
    const busy = [world.deliver(), world.deliver()];
    const id = await world.send({ parcelId: 'p-urgent' }, { priority: 'high' });
    expect(await world.deliver({ priority: 'high' })).toMatchObject({ messages: 1, deleted: 1 });
    expect(world.outcomes()).toEqual(['completed']);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED' });
    expect(world.messages()).toHaveLength(50);
    go.resolve();
    expect(await Promise.all(busy)).toMatchObject([
      { messages: 5, deleted: 5 },
      { messages: 5, deleted: 5 },
    ]);
  });

  it('that dies is parked beside the queue that it came from, and goes back there', async () => {
    const world = await openWorldOf(parcelUrge, shipParcel);
    await world.send({ parcelId: 'p-1', does: 'give-up' }, { priority: 'high' });
    await world.send({ parcelId: 'p-2', does: 'give-up' });
    await world.drain('high');
    expect([world.deadLetters('high').length, world.deadLetters('normal').length]).toEqual([1, 0]);
    await world.drain('normal');
    expect([world.deadLetters('high').length, world.deadLetters('normal').length]).toEqual([1, 1]);
    expect(await world.redrive({ priority: 'high' })).toMatchObject({ redriven: 1 });
    expect([world.messages('high').length, world.messages('normal').length]).toEqual([1, 0]);
  });
});
