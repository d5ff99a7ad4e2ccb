import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';
import { parcelShip } from './parcel-ship.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const ID = 'parcel.ship:p-1';

describe('a trace', () => {
  it('is that of the request from the API through queue, dead letter and redrive to the last run', async () => {
    const world = await openWorld(() => {
      throw new Error('the carrier is on strike');
    });
    await world.api({
      route: 'POST /jobs/{type}',
      body: { payload: { parcelId: 'p-1' } },
      headers: { traceparent: TRACEPARENT },
    });
    expect(JSON.parse(world.messages()[0]?.body ?? '').traceparent).toBe(TRACEPARENT);
    await world.drain();
    expect(JSON.parse(world.deadLetters()[0]?.body ?? '').traceparent).toBe(TRACEPARENT);
    world.deploy(parcelShip, ({ logger }) => logger.info('on its way'));
    await world.redrive();
    await world.drain();
    const traced = world.log.filter(({ jobId }) => jobId === ID);
    expect(traced.map(({ message }) => message)).toEqual([
      'job failed',
      'job failed',
      'job dead',
      'on its way',
      'job completed',
    ]);
    expect(new Set(traced.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]));
  });

  it('begins at the API where the request has none', async () => {
    const world = await openWorld();
    await world.api({ route: 'POST /jobs/{type}', body: { payload: { parcelId: 'p-1' } } });
    await world.drain();
    expect(world.log.at(-1)).toMatchObject({ message: 'job completed', traceId: 'a1'.repeat(16) });
  });

  it('is API Gateway’s where the request has that one alone', async () => {
    const world = await openWorld();
    const headers = { 'x-amzn-trace-id': 'Root=1-5759e988-bd862e3fe1be46a994272793', traceparent: 'nonsense' };
    await world.api({ route: 'POST /jobs/{type}', body: { payload: { parcelId: 'p-1' } }, headers });
    await world.drain();
    expect(world.log.at(-1)).toMatchObject({ traceId: '5759e988bd862e3fe1be46a994272793' });
  });
});
