import { describe, expect, it } from 'vitest';
import { deadJobs } from './dead-jobs.ts';

describe.each(['parked by the consumer', 'moved by SQS'] as const)('a dead job, %s', (dying) => {
  it.each(deadJobs)('that is redriven to %s has its attempts and receives anew, and is done', async (_, letDie) => {
    const { id, world, mend } = await letDie(dying);
    const [dead] = world.deadLetters();
    expect(dead?.receiveCount).toBe(dying === 'moved by SQS' ? 2 : 0);
    mend();
    expect(await world.redrive()).toMatchObject({ received: 1, redriven: 1, aboutLeft: 0 });
    const before = world.log.length;
    await world.drain();
    expect(world.log.slice(before).map(({ outcome, receiveCount }) => [outcome, receiveCount])).toEqual([
      ['failed', 1],
      ['completed', 2],
    ]);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED', attempts: 2, cycle: 2 });
    expect(world.effects.get('p-1')).toBe(1);
    expect(world.deadLetters()).toEqual([]);
  });
});
