import { describe, expect, it } from 'vitest';
import type { Queues } from '../../millrace/message/queue.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelBill } from './parcel-jobs.ts';
import { stackWith } from './stack-with.ts';

const parcels = (count: number) => Array.from({ length: count }, (_, index) => `p-${index}`);

/** Each receive takes 25 s, so that what the first one hid for 300 s is due before the 13th. */
function slowly(trial: OpsTrial): Pick<Queues, 'receive'> {
  return {
    receive: async (url, options) => {
      trial.clock.advance(25);
      return trial.queues.receive(url, options);
    },
  };
}

describe('a redrive that takes longer than it hides messages', () => {
  it('looks at each once: what it holds is hidden anew before it comes again', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, ...parcels(200));
    const { exitCode, json } = await trial.call(redrive, ['parcel.bill'], {}, stackWith(trial, slowly(trial)));
    expect(json).toMatchObject({ received: 200, refused: 200, verdicts: { 'check-first': 200 }, aboutLeft: 200 });
    expect(json).not.toHaveProperty('endedEarly');
    expect(exitCode).toBe(1);
    const { dead } = await trial.urls(parcelBill);
    expect(await trial.queues.depth(dead)).toMatchObject({ waiting: 200, inFlight: 0 });
  });

  it('hides nothing anew that stays hidden for long', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, ...parcels(70));
    const renewed: number[] = [];
    const watched = stackWith(trial, {
      ...slowly(trial),
      hide: async (url, hides) => {
        renewed.push(...hides.map(({ seconds }) => seconds).filter((seconds) => seconds > 0));
        return trial.queues.hide(url, hides);
      },
    });
    // Ten each 25 s: before the eighth and the ninth ask, ten have been held for 150 s of their 300.
    const { json } = await trial.call(redrive, ['parcel.bill'], { 'dry-run': true }, watched);
    expect(json).toMatchObject({ received: 70 });
    expect(renewed).toEqual(Array.from({ length: 20 }, () => 300));
  });

  it('hides anew at its next look what got no answer', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, ...parcels(70));
    const asks: number[] = [];
    const silent = stackWith(trial, {
      ...slowly(trial),
      hide: async (url, hides) => {
        if (hides.every(({ seconds }) => seconds === 0)) return trial.queues.hide(url, hides);
        asks.push(hides.length);
        throw new Error('no answer');
      },
    });
    await trial.call(redrive, ['parcel.bill'], { 'dry-run': true }, silent);
    // The first ten at the eighth look; these and the next ten, in two requests, at the ninth.
    expect(asks).toEqual([10, 10, 10]);
  });

  it('asks for more only when that is answered', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, ...parcels(130));
    const calls: string[] = [];
    const slow = stackWith(trial, {
      receive: async (url, options) => {
        calls.push('receive');
        return slowly(trial).receive(url, options);
      },
      hide: async (url, hides) => {
        calls.push('hide');
        await new Promise((resolve) => setImmediate(resolve));
        calls.push('hidden');
        return trial.queues.hide(url, hides);
      },
    });
    await trial.call(redrive, ['parcel.bill'], { 'dry-run': true }, slow);
    expect(calls.join(' ')).toMatch(/receive hide hidden receive/);
    expect(calls.join(' ')).not.toMatch(/hide receive/);
  });

  it('takes what comes again all the same for a message, not for an empty queue', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, ...parcels(70));
    let asked = 0;
    const waking = stackWith(trial, {
      // The machine sleeps after six answers of ten: all sixty come first again.
      receive: async (url, options) => {
        asked += 1;
        if (asked === 7) trial.clock.advance(3_600);
        return trial.queues.receive(url, options);
      },
      hide: async (url, hides) => {
        const kept = hides.filter(({ seconds }) => seconds === 0);
        await trial.queues.hide(url, kept);
        return hides.flatMap(({ seconds }, index) =>
          seconds === 0 ? [] : [{ index, code: 'InternalError', senderFault: false }],
        );
      },
    });
    const { json } = await trial.call(redrive, ['parcel.bill'], { 'dry-run': true }, waking);
    expect(json).toMatchObject({ received: 70, verdicts: { 'check-first': 70 } });
    expect(json).not.toHaveProperty('endedEarly');
  });

  it('ends with a word where SQS gives nothing but what it has looked at', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, ...parcels(20));
    const { dead } = await trial.urls(parcelBill);
    const first = await trial.queues.receive(dead, { most: 10, waitSeconds: 0, visibilitySeconds: 300 });
    let asked = 0;
    const stuck = stackWith(trial, {
      receive: async () => {
        asked += 1;
        return first;
      },
    });
    const { exitCode, json, text } = await trial.call(redrive, ['parcel.bill'], { 'dry-run': true }, stuck);
    expect({ exitCode, asked }).toEqual({ exitCode: 1, asked: 4 });
    expect(json).toMatchObject({ received: 10, aboutLeft: 20, endedEarly: { by: 'error', nextStep: 'run it again' } });
    expect(text).toContain(
      [
        '  ended early: SQS gives only messages that this run has looked at, and others',
        '  may be left; the rest is as it was',
        '  → run it again',
      ].join('\n'),
    );
  });

  it('ends with a word where SQS hides no more of the queue at a time', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, ...parcels(10));
    const full = stackWith(trial, { depth: async () => ({ waiting: 30_000, inFlight: 120_000, delayed: 0 }) });
    const { exitCode, json, text } = await trial.call(redrive, ['parcel.bill'], { 'dry-run': true }, full);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ received: 10, endedEarly: { by: 'error' } });
    expect(text).toContain('as many messages of the queue are in flight as SQS allows');
  });
});
