import { describe, expect, it } from 'vitest';
import { scheduledMessage } from '../../millrace/definition/scheduled-message.ts';
import { openWorldOf } from './open-world.ts';
import { parcelCount } from './parcel-count.ts';

/** The body that a tick of the nightly schedule has. */
function tickOf(slot: string): string {
  const [nightly] = parcelCount.schedules;
  const body = nightly && scheduledMessage(parcelCount, nightly, { app: 'shop', stage: 'journey' });
  return body?.replaceAll('<aws.scheduler.scheduled-time>', slot) ?? '';
}

describe('one tick of a schedule', () => {
  it('is one job, though it comes twice and late, and the next tick is the next job', async () => {
    const world = await openWorldOf(parcelCount, ({ payload }, { effect }) => effect(payload.countId));
    const first = await world.sendRaw(tickOf('2026-01-01T03:00:00Z'));
    await world.drain();
    world.advance(2);
    const second = await world.sendRaw(tickOf('2026-01-01T03:00:00Z'));
    expect(second).not.toBe(first);
    await world.drain();
    await world.sendRaw(tickOf('2026-01-02T03:00:00Z'));
    await world.drain();
    expect([...world.effects]).toEqual([
      ['nightly-2026-01-01T03:00:00Z', 1],
      ['nightly-2026-01-02T03:00:00Z', 1],
    ]);
    expect(world.outcomes('parcel.count:nightly-2026-01-01T03%3A00%3A00Z')).toEqual(['completed', 'duplicate']);
  });

  it('expires by the instant it was for, since it brings no expiry of its own', async () => {
    const world = await openWorldOf(parcelCount, ({ payload }, { effect }) => effect(payload.countId));
    // The world begins at midnight.
    await world.sendRaw(tickOf('2025-12-31T22:59:59Z'));
    await world.sendRaw(tickOf('2025-12-31T23:00:01Z'));
    await world.drain();
    expect(world.outcomes('parcel.count:nightly-2025-12-31T22%3A59%3A59Z')).toEqual(['expired']);
    expect(world.outcomes('parcel.count:nightly-2025-12-31T23%3A00%3A01Z')).toEqual(['completed']);
  });
});
