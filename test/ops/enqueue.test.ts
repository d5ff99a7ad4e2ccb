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

  it('refuses a delay that SQS does not allow', async () => {
    const trial = await openTrial();
    const args = ['parcel.ship', '{"parcelId":"p-1"}'];
    await expect(trial.call(enqueue, args, { 'delay-seconds': '901' })).rejects.toThrow('--delay-seconds: 901 given');
  });
});
