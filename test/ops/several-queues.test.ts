import { defineCatalogue, defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dead } from '../../millrace/ops/verbs/dead.ts';
import { enqueue } from '../../millrace/ops/verbs/enqueue.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { status } from '../../millrace/ops/verbs/status.ts';
import { type OpsTrial, openTrial } from './ops-trial.ts';
import { engineWorld } from './ops-world.ts';
import { stackWith } from './stack-with.ts';

const parcelUrge = defineJob({
  type: 'parcel.urge',
  owner: 'logistics',
  payload: z.object({ parcelId: z.string() }),
  idempotencyKey: 'parcelId',
  priorities: ['high', 'normal'],
  replay: { rule: 'safe' },
});
const catalogue = defineCatalogue({
  owners: { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } },
  jobs: [parcelUrge],
});
const open = () => openTrial(engineWorld, catalogue);

async function letDie(trial: OpsTrial, priority: string, ...parcelIds: readonly string[]) {
  for (const parcelId of parcelIds) {
    await trial.send(parcelUrge, { body: trial.body(parcelUrge, parcelId) }, priority);
    await trial.deliver(parcelUrge, priority);
  }
}

async function waitingIn(trial: OpsTrial) {
  const counts = ['high', 'normal'].map(async (priority) => {
    const { source, dead: deadQueue } = await trial.urls(parcelUrge, priority);
    return [(await trial.queues.depth(source)).waiting, (await trial.queues.depth(deadQueue)).waiting];
  });
  const [high, normal] = await Promise.all(counts);
  return { high, normal };
}

describe('the dead of a job with priorities', () => {
  it('are one list, with what stands in all of its dead-letter queues', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2', 'p-3');
    const { json, text } = await trial.call(dead, ['parcel.urge']);
    expect(json).toMatchObject({ known: 3, jobs: [{ known: 3, aboutInQueue: 3, aboutWithoutRecord: 0 }] });
    expect(text).toContain('parcel.urge  3 dead, about 3 in its dead-letter queues, owner Logistics');
  });

  it('go back each to the queue that it died on, and are counted together', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2', 'p-3');
    const { json, exitCode } = await trial.call(redrive, ['parcel.urge']);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ received: 3, redriven: 3, verdicts: { safe: 3 }, aboutLeft: 0 });
    expect(await waitingIn(trial)).toEqual({ high: [1, 0], normal: [2, 0] });
  });

  it('are those of one priority where it is named', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2');
    const { json } = await trial.call(redrive, ['parcel.urge'], { priority: 'normal' });
    expect(json).toMatchObject({ received: 1, redriven: 1, aboutLeft: 0 });
    expect(await waitingIn(trial)).toEqual({ high: [0, 1], normal: [1, 0] });
  });

  it('are asked about with the sum of all', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2');
    const asked: string[] = [];
    const confirm = async (question: string) => {
      asked.push(question);
      return 'no' as const;
    };
    await expect(trial.call(redrive, ['parcel.urge'], {}, { confirm })).rejects.toThrow('nothing was redriven');
    expect(asked).toEqual(['Redrive parcel.urge in the trial: about 2 dead?']);
  });

  it('share one limit, and what is left is counted over all', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1', 'p-2');
    await letDie(trial, 'normal', 'p-3', 'p-4');
    const { json } = await trial.call(redrive, ['parcel.urge'], { limit: '3' });
    expect(json).toMatchObject({ received: 3, redriven: 3, aboutLeft: 1 });
    expect((await waitingIn(trial)).normal).toEqual([1, 1]);
  });

  it('are looked through until the one that is named is found', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2');
    const { json } = await trial.call(redrive, ['parcel.urge:p-2']);
    expect(json).toMatchObject({ redriven: 1, skipped: 1, verdicts: { 'other-job': 1, safe: 1 } });
    expect(await waitingIn(trial)).toEqual({ high: [0, 1], normal: [1, 0] });
  });

  it('are not looked through any further then', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2');
    const { json } = await trial.call(redrive, ['parcel.urge:p-1']);
    expect(json).toMatchObject({ received: 1, redriven: 1, skipped: 0, aboutLeft: 1 });
    expect(await waitingIn(trial)).toEqual({ high: [1, 0], normal: [0, 1] });
  });

  it('that lie in two of its queues under one death are one redrive', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    const { dead: high } = await trial.urls(parcelUrge, 'high');
    const { dead: normal } = await trial.urls(parcelUrge, 'normal');
    const [parked] = await trial.look(high);
    await trial.queues.send(normal, [{ body: parked?.body ?? '', attributes: parked?.attributes }]);
    const { json } = await trial.call(redrive, ['parcel.urge']);
    expect(json).toMatchObject({ redriven: 1, discarded: 1, verdicts: { safe: 1, double: 1 } });
  });

  it('are told of as far as the run came where a later queue gives no answer', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2');
    const { dead: normal } = await trial.urls(parcelUrge, 'normal');
    const faulty = stackWith(trial, {
      receive: async (url, options) =>
        url === normal ? Promise.reject(new Error('no answer')) : trial.queues.receive(url, options),
    });
    const { json, exitCode } = await trial.call(redrive, ['parcel.urge'], {}, faulty);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ redriven: 1, endedEarly: { by: 'error', message: 'no answer' } });
  });

  it.each(['high', 'normal'])('are an error where %s gives no answer and nothing was done', async (priority) => {
    const trial = await open();
    const { dead: silent } = await trial.urls(parcelUrge, priority);
    const faulty = stackWith(trial, {
      receive: async (url, options) =>
        url === silent ? Promise.reject(new Error('no answer')) : trial.queues.receive(url, options),
    });
    await expect(trial.call(redrive, ['parcel.urge'], {}, faulty)).rejects.toThrow('no answer');
  });
});

describe('the status of a job with priorities', () => {
  it('counts over all of its queues', async () => {
    const trial = await open();
    await letDie(trial, 'high', 'p-1');
    await letDie(trial, 'normal', 'p-2');
    await trial.send(parcelUrge, { body: trial.body(parcelUrge, 'p-3') }, 'high');
    await trial.send(parcelUrge, { body: trial.body(parcelUrge, 'p-4') }, 'normal');
    const { json } = await trial.call(status, []);
    expect(json).toMatchObject({ jobs: [{ type: 'parcel.urge', waiting: 2, inFlight: 0, delayed: 0, dead: 2 }] });
  });
});

describe('sending a job with priorities by hand', () => {
  it.each([
    [{ priority: 'high' }, 'high'],
    [{}, 'normal'],
  ])('with %j puts it on the queue of %s, and says so', async (options: Record<string, string>, priority) => {
    const trial = await open();
    const { json, text } = await trial.call(enqueue, ['parcel.urge', '{"parcelId":"p-1"}'], options);
    expect(json).toMatchObject({ queue: `shop-test-parcel-urge-${priority}`, priority });
    expect(text).toBe(`parcel.urge:p-1\nsent to shop-test-parcel-urge-${priority} (the trial)`);
    expect((await waitingIn(trial))[priority === 'high' ? 'high' : 'normal']).toEqual([1, 0]);
  });

  it.each([
    [enqueue, ['parcel.urge', '{"parcelId":"p-1"}']],
    [redrive, ['parcel.urge']],
  ])('refuses one that it has not', async (verb, args) => {
    const trial = await open();
    await expect(trial.call(verb, args, { priority: 'urgent' })).rejects.toMatchObject({
      name: 'UsageError',
      message: '--priority: urgent given',
      nextStep: 'high, normal are allowed',
    });
  });

  it('refuses any for a job without', async () => {
    const trial = await openTrial();
    const call = trial.call(enqueue, ['parcel.ship', '{"parcelId":"p-1"}'], { priority: 'high' });
    await expect(call).rejects.toMatchObject({ nextStep: 'parcel.ship has no priorities: leave it out' });
  });
});
