import { describe, expect, it } from 'vitest';
import { enqueue } from '../../millrace/ops/verbs/enqueue.ts';
import { openTrial } from './ops-trial.ts';
import { engineWorld } from './ops-world.ts';
import { parcelShip } from './parcel-jobs.ts';

describe('sending a job by hand', () => {
  it('puts it on its queue and tells its id and where', async () => {
    const trial = await openTrial(engineWorld);
    const { exitCode, json, text } = await trial.call(enqueue, ['parcel.ship', '{"parcelId":"p-1"}']);
    expect(exitCode).toBe(0);
    expect(json).toEqual({
      ...{ jobId: 'parcel.ship:p-1', type: 'parcel.ship', queue: 'shop-test-parcel-ship', app: 'shop', stage: 'test' },
    });
    expect(text).toBe('parcel.ship:p-1\nsent to shop-test-parcel-ship (the trial)');
    trial.mend();
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual(['parcel.ship:p-1']);
  });

  it('may be delayed', async () => {
    const trial = await openTrial(engineWorld);
    const { text } = await trial.call(enqueue, ['parcel.ship', '{"parcelId":"p-1"}'], { 'delay-seconds': '90' });
    expect(text).toContain('due in 90 s');
    const { source } = await trial.urls(parcelShip);
    expect(await trial.queues.depth(source)).toEqual({ waiting: 0, inFlight: 0, delayed: 1 });
  });

  it.each([
    ['a payload that its schema refuses', ['parcel.ship', '{"parcelId":7}'], 'parcelId:'],
    ['a payload that is not JSON', ['parcel.ship', '{parcelId:1}'], 'the payload is not JSON'],
    ['a job that does not exist', ['parcel.shp', '{}'], 'did you mean parcel.ship?'],
  ])('sends nothing of %s', async (_what, args, words) => {
    const trial = await openTrial();
    await expect(trial.call(enqueue, args)).rejects.toThrow(words);
    const { source } = await trial.urls(parcelShip);
    expect(await trial.look(source)).toEqual([]);
  });

  it('may be delayed for longer than SQS holds it back', async () => {
    const trial = await openTrial(engineWorld);
    const { text } = await trial.call(enqueue, ['parcel.ship', '{"parcelId":"p-1"}'], { 'delay-seconds': '172800' });
    expect(text).toBe(
      'parcel.ship:p-1\nput off until 2026-01-03T00:00:00.000Z, then sent to shop-test-parcel-ship (the trial)',
    );
    const { source } = await trial.urls(parcelShip);
    expect(await trial.queues.depth(source)).toEqual({ waiting: 0, inFlight: 0, delayed: 0 });
    expect(await trial.delays.find('parcel.ship:p-1')).toMatchObject({ dueAtMs: Date.UTC(2026, 0, 3) });
  });

  it('refuses a delay of more than a year', async () => {
    const trial = await openTrial();
    const args = ['parcel.ship', '{"parcelId":"p-1"}'];
    await expect(trial.call(enqueue, args, { 'delay-seconds': '31536001' })).rejects.toThrow(
      '--delay-seconds: 31536001 given',
    );
  });
});
