import { describe, expect, it } from 'vitest';
import { scheduledMessage } from '../../millrace/definition/scheduled-message.ts';
import { openWorldOf } from './open-world.ts';
import { parcelCount } from './parcel-count.ts';

const hour = 3_600;

/** A world at midnight in UTC; the schedule is for three in the morning in Paris. */
const openCountingWorld = () => openWorldOf(parcelCount, ({ payload }, { effect }) => effect(payload.countId));

/** The body of one more delivery of a tick. */
function tickOf(slot: string): string {
  const [nightly] = parcelCount.schedules;
  const body = nightly && scheduledMessage(parcelCount, nightly, { app: 'shop', stage: 'journey' });
  return body?.replaceAll('<aws.scheduler.scheduled-time>', slot) ?? '';
}

describe('one tick of a schedule', () => {
  it('is one job, though it comes twice and late, and the next tick is the next job', async () => {
    const world = await openCountingWorld();
    world.advance(2 * hour - 1);
    expect(await world.deliver()).toMatchObject({ messages: 0 });
    world.advance(1);
    expect(await world.deliver()).toMatchObject({ messages: 1, deleted: 1 });
    world.advance(2);
    await world.sendRaw(tickOf('2026-01-01T02:00:00Z'));
    await world.drain();
    world.advance(24 * hour);
    await world.drain();
    expect([...world.effects]).toEqual([
      ['nightly-2026-01-01T02:00:00Z', 1],
      ['nightly-2026-01-02T02:00:00Z', 1],
    ]);
    expect(world.outcomes('parcel.count:nightly-2026-01-01T02%3A00%3A00Z')).toEqual(['completed', 'duplicate']);
  });

  it('is a message as any producer sends', async () => {
    const world = await openCountingWorld();
    world.advance(2 * hour);
    await world.drain();
    expect(await world.record('parcel.count:nightly-2026-01-01T02%3A00%3A00Z')).toMatchObject({
      ...{ type: 'parcel.count', status: 'COMPLETED', version: 1, attempts: 1 },
    });
  });

  it('that nobody took within its job’s time is dropped, by the instant it was for', async () => {
    const world = await openCountingWorld();
    await world.sendRaw(tickOf('2025-12-31T22:59:59Z'));
    await world.sendRaw(tickOf('2025-12-31T23:00:01Z'));
    await world.drain();
    expect(world.outcomes('parcel.count:nightly-2025-12-31T22%3A59%3A59Z')).toEqual(['expired']);
    expect(world.outcomes('parcel.count:nightly-2025-12-31T23%3A00%3A01Z')).toEqual(['completed']);
  });
});
