import { describe, expect, it } from 'vitest';
import type { RunningJob } from '../../millrace/consumer/work.ts';
import { createSteppingHost, type EffectWorld } from './stepping-host.ts';

/** Two steps, and a failure between them and the end at the first attempt. */
async function twoSteps({ step, attempt }: RunningJob, { effect }: EffectWorld) {
  const label = await step('print-label', ({ effectKey }) => {
    effect(effectKey);
    return { labelId: `l-${attempt}` };
  });
  const pickup = await step('book.pickup_2', ({ effectKey }) => effect(effectKey));
  if (attempt === 1) throw new Error('the carrier is on strike');
  return { label, pickup };
}

describe('a job of two steps', () => {
  it('is four writes where it succeeds: one a step', async () => {
    const host = createSteppingHost(({ step }) => step('a', () => step('b', () => 1)));
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.faults.names).toEqual(['hide', 'claim', 'step', 'step', 'COMPLETED']);
  });

  it('keeps the results of both while it waits for its next run', async () => {
    const host = createSteppingHost(twoSteps);
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({
      status: 'FAILED',
      steps: { 'print-label': { done: true, result: '{"labelId":"l-1"}' }, 'book.pickup_2': { done: true } },
    });
  });

  it('does neither again in its next run, and gets what was stored', async () => {
    const host = createSteppingHost(twoSteps);
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'completed']);
    expect(host.effects).toEqual(['parcel.ship:p-1/print-label', 'parcel.ship:p-1/book.pickup_2']);
    expect(host.record('p-1')?.data).toBe('{"label":{"labelId":"l-1"}}');
  });

  it('leaves none of them in the record of the completed job', async () => {
    const host = createSteppingHost(twoSteps);
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 2 });
    expect(host.record('p-1')).not.toHaveProperty('steps');
    expect(host.record('p-1')).not.toHaveProperty('steps_revision');
  });

  it('keeps the finished one through its death, and hands the other the same effect key in its new cycle', async () => {
    let isRefused = true;
    const host = createSteppingHost(async ({ step }, { effect }) => {
      await step('first', ({ effectKey }) => effect(effectKey));
      await step('second', ({ effectKey }) => {
        effect(effectKey);
        if (isRefused) throw new Error('refused');
      });
    });
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({
      status: 'DEAD',
      reason: 'attempts-spent',
      steps: { first: { done: true } },
    });
    isRefused = false;
    await host.redrive();
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', cycle: 2, attempts: 1 });
    const second = 'parcel.ship:p-1/second';
    expect(host.effects).toEqual(['parcel.ship:p-1/first', second, second, second, second]);
  });

  it('has effect keys of at most 255 characters, however long its own key is', async () => {
    const host = createSteppingHost(({ step }, { effect }) =>
      step('a'.repeat(64), ({ effectKey }) => effect(effectKey)),
    );
    await host.send({ parcelId: 'é'.repeat(80) });
    await host.invoke();
    const [key = ''] = host.effects;
    expect(key).toMatch(/^[\w-]{43}\/a{64}$/);
  });

  it('hands each step the signal of its run', async () => {
    const host = createSteppingHost(({ step, signal }) => step('a', (tools) => tools.signal === signal));
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.record('p-1')?.data).toBe('true');
  });
});

describe('what a step returns', () => {
  it.each([
    ['nothing', undefined, undefined],
    ['null', null, null],
    ['a number', 1.5, 1.5],
    ['a list', [1, { a: undefined }], [1, {}]],
    ['an instant', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a long text', 'é'.repeat(3_000), 'é'.repeat(3_000)],
  ])('is the same in the run that did it as in every later one: %s', async (_what, returned, read) => {
    const results: unknown[] = [];
    const host = createSteppingHost(async ({ step, attempt }) => {
      results.push(await step('a', () => returned));
      if (attempt < 3) throw new Error('not yet');
    });
    await host.send({ parcelId: 'p-1' });
    await host.workOff();
    expect(host.outcomes).toEqual(['failed', 'failed', 'completed']);
    expect(results).toEqual([read, read, read]);
  });

  it('stands in an item of its own from 257 bytes on, which is written before what refers to it', async () => {
    const host = createSteppingHost(async ({ step }) => {
      await step('a', () => 'x'.repeat(254));
      await step('b', () => 'x'.repeat(255));
      throw new Error('no');
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.faults.names).toEqual(['hide', 'claim', 'step', 'step-result', 'step', 'FAILED', 'hide']);
    expect(host.record('p-1')?.steps).toEqual({
      a: { done: true, result: `"${'x'.repeat(254)}"` },
      b: { done: true, kept: 'id-1' },
    });
    expect(await host.table.getStepResult('parcel.ship:p-1/step/b/id-1')).toEqual({
      json: `"${'x'.repeat(255)}"`,
      // Forty-four days from the first of January 2026: twice a record's lifetime.
      expiration: Date.UTC(2026, 1, 14) / 1000,
    });
  });

  it('stands in an item of its own, too, where the results before it take half the room for steps', async () => {
    const host = createSteppingHost(async ({ step }) => {
      for (const name of ['a', 'b', 'c']) await step(name, () => 'x'.repeat(250));
      await step('d', () => 7);
      throw new Error('no');
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.record('p-1')?.steps).toMatchObject({
      ...{ a: { done: true }, b: { done: true }, c: { done: true, kept: 'id-1' }, d: { done: true, result: '7' } },
    });
  });

  it('is not changed by an earlier run that wakes and stores what it made', async () => {
    const results: unknown[] = [];
    const host = createSteppingHost(async ({ step, attempt }, { wait }) => {
      const large = await step('a', async () => {
        if (results.length === 0 && attempt === 1 && host.runs.length === 1) await wait(100);
        return `${host.runs.length}${'x'.repeat(300)}`;
      });
      results.push(large.slice(0, 1));
      if (results.length === 1) throw new Error('not yet');
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    // Its claim lapses; a second run does the step and fails; then the first one wakes.
    await host.pass(70);
    await host.invoke();
    await host.pass(40);
    await host.workOff();
    expect(results).toEqual(['2', '2']);
    expect(host.record('p-1')?.status).toBe('COMPLETED');
  });
});

describe('steps side by side', () => {
  it('are all stored, whichever ends first, in no more writes than steps', async () => {
    const host = createSteppingHost(async ({ step, attempt }, { effect, wait }) => {
      const timed = [3, 1, 2].map((seconds) =>
        step(`s-${seconds}`, async ({ effectKey }) => {
          effect(effectKey);
          await wait(seconds);
          return seconds;
        }),
      );
      const results = await Promise.all(timed);
      if (attempt === 1) throw new Error('not yet');
      return results;
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.pass(4);
    expect(host.faults.names.filter((name) => name === 'step')).toHaveLength(3);
    await host.workOff();
    expect(host.effects).toHaveLength(3);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', data: '[3,1,2]' });
  });

  it('share a write where they end while another is under way', async () => {
    const host = createSteppingHost(({ step }) => Promise.all([1, 2, 3, 4].map((one) => step(`s-${one}`, () => one))));
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.faults.names.filter((name) => name === 'step').length).toBeLessThan(4);
  });

  it('are not over before all of them have settled: one that fails does not leave the others alone', async () => {
    const host = createSteppingHost(({ step }, { wait, effect }) =>
      Promise.all([
        step('fails', () => Promise.reject(new Error('no'))),
        step('slow', async ({ effectKey }) => {
          await wait(3);
          effect(effectKey);
        }),
      ]),
    );
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    expect(host.outcomes).toEqual([]);
    await host.pass(4);
    expect(host.outcomes).toEqual(['failed']);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', steps: { slow: { done: true } } });
  });
});
