import { describe, expect, it } from 'vitest';
import { fakeJobWith } from './fake-job.ts';
import { createSteppingHost } from './stepping-host.ts';

/** Four steps of four seconds: a run of ten ends in the third. */
function fourSteps(waitSeconds = 4) {
  return createSteppingHost(async ({ step }, { effect, wait }) => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await step(name, async ({ effectKey }) => {
        effect(effectKey);
        await wait(waitSeconds);
      });
    }
    return 'all four';
  });
}

describe('a job whose run has too little time for its next step', () => {
  it('goes on at that step in the next run, at once and at no cost to its attempts', async () => {
    const host = fourSteps();
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.pass(12);
    expect(host.told).toMatchObject([
      { outcome: 'continued', level: 'info', attempt: 1, hiddenSeconds: 0, failure: { name: 'TooLittleTimeError' } },
    ]);
    expect(host.record('p-1')).toMatchObject({
      ...{ status: 'FAILED', attempts: 0, due_at: '2026-01-01T00:00:12.000Z' },
      steps: { a: { done: true }, b: { done: true }, c: { done: true } },
    });
    expect(host.record('p-1')).not.toHaveProperty('failures');
    await host.invoke();
    await host.pass(4);
    expect(host.outcomes).toEqual(['continued', 'completed']);
    expect(host.effects.map((key) => key.at(-1))).toEqual(['a', 'b', 'c', 'd']);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1, data: '"all four"' });
  });

  it('does so, whatever its handler makes of it', async () => {
    const host = createSteppingHost(async ({ step }, { wait }) => {
      await step('a', () => wait(10));
      await step('b', () => undefined).catch(() => undefined);
      return 'both, it says';
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.pass(10);
    expect(host.outcomes).toEqual(['continued']);
    expect(host.record('p-1')).not.toHaveProperty('data');
  });

  it('has failed an attempt where it finished no step in this run', async () => {
    const host = createSteppingHost(async ({ step }, { wait }) => {
      await wait(10);
      await step('a', () => undefined);
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.pass(10);
    expect(host.told).toMatchObject([{ outcome: 'failed', attempt: 1, hiddenSeconds: 5 }]);
    expect(host.record('p-1')).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      failures: [{ name: 'TooLittleTimeError' }],
    });
  });

  it('counts no step of an earlier run as one of this run', async () => {
    const host = createSteppingHost(async ({ step }, { wait }) => {
      await step('a', () => undefined);
      await wait(10);
      await step('b', () => undefined);
    });
    await host.send({ parcelId: 'p-1' });
    for (let run = 0; run < 4; run += 1) {
      await host.invoke();
      await host.pass(30);
    }
    expect(host.outcomes).toEqual(['continued', 'failed', 'failed', 'dead']);
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'attempts-spent', attempts: 3 });
  });

  it('is dead where its message can’t wait any longer, with its steps kept', async () => {
    const host = fourSteps();
    await host.send({ parcelId: 'p-1' });
    const [delivery] = host.receive();
    await host.invoke(delivery ? [{ ...delivery, receiveCount: host.job.timing.maxReceiveCount - 2 }] : []);
    await host.pass(12);
    expect(host.record('p-1')).toMatchObject({
      status: 'DEAD',
      reason: 'waited-too-long',
      steps: { a: { done: true } },
    });
  });
});

describe('a step whose work goes on beyond its run’s time', () => {
  it('has failed where it heeds the signal, and its job goes on at that step', async () => {
    const host = createSteppingHost(async ({ step, attempt, signal }, { wait }) => {
      await step('a', () => undefined);
      await step('b', async () => {
        if (attempt > 1) return;
        await wait(11);
        signal.throwIfAborted();
      });
    });
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.pass(12);
    expect(host.told).toMatchObject([{ outcome: 'failed', failure: { name: 'RunTimeoutError' } }]);
    await host.workOff();
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 2 });
  });
});

describe('a result whose write gets no answer', () => {
  const stubborn = () =>
    createSteppingHost(({ step, attempt }, { effect }) =>
      step('a', ({ effectKey }) => {
        effect(effectKey);
        return `made in run ${attempt}`;
      }),
    );

  it('is written again and again until it is answered', async () => {
    const host = stubborn();
    await host.send({ parcelId: 'p-1' });
    let failures = 0;
    host.faults.choose(({ name }) => {
      if (name !== 'step' || failures === 3) return undefined;
      failures += 1;
      return 'fail';
    });
    await host.invoke();
    await host.pass(1);
    expect(host.outcomes).toEqual(['completed']);
    expect(host.faults.names.filter((name) => name === 'step')).toHaveLength(4);
  });

  it('goes into the settle when the margin is near, and is not made again', async () => {
    const host = stubborn();
    await host.send({ parcelId: 'p-1' });
    host.faults.choose(({ name }) => (name === 'step' ? 'fail' : undefined));
    await host.invoke();
    await host.pass(30);
    expect(host.outcomes).toEqual(['failed']);
    expect(host.record('p-1')).toMatchObject({
      ...{ status: 'FAILED', steps: { a: { done: true, result: '"made in run 1"' } } },
      failures: [{ name: 'ProvisionedThroughputExceededException' }],
    });
    host.faults.heal();
    await host.workOff();
    expect(host.effects).toHaveLength(1);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', data: '"made in run 1"' });
  });
});

describe('a run that lost its claim', () => {
  it('starts no further step, and settles nothing, whatever its handler makes of it', async () => {
    const host = createSteppingHost(async ({ step }, { effect }) => {
      await step('a', () => {
        host.put({ id: 'parcel.ship:p-1', status: 'INPROGRESS', fence: 'quicker' });
      }).catch(() => undefined);
      await step('b', ({ effectKey }) => effect(effectKey)).catch(() => undefined);
    });
    await host.send({ parcelId: 'p-1' });
    const { answer } = await host.invoke();
    expect(host.outcomes).toEqual(['lost-claim']);
    expect(answer?.batchItemFailures).toHaveLength(1);
    expect(host.effects).toEqual([]);
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'quicker' });
    expect(host.record('p-1')).not.toHaveProperty('steps');
  });

  it('begins nothing when its environment wakes after another has taken the job over', async () => {
    const host = createSteppingHost(
      async ({ step }, { effect, wait }) => {
        const isFirst = host.runs.length === 1;
        await step('a', () => (isFirst ? wait(100) : undefined));
        await step('b', ({ effectKey }) => effect(effectKey));
      },
      { job: fakeJobWith({}) },
    );
    await host.send({ parcelId: 'p-1' });
    await host.invoke();
    await host.pass(70);
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    await host.pass(40);
    expect(host.effects).toEqual(['parcel.ship:p-1/b']);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('a write of steps that arrives late', () => {
  it('does not take back that an effect began', async () => {
    const host = createSteppingHost(async ({ step }, { effect, killHost }) => {
      await step('weigh', () => 1);
      await step(
        'charge',
        ({ effectKey }) => {
          effect(effectKey);
          killHost();
          return new Promise<never>(() => undefined);
        },
        { atMostOnce: true, longestRequestSeconds: 4 },
      );
    });
    await host.send({ parcelId: 'p-1' });
    let first: unknown;
    host.faults.choose(({ name, asked }) => {
      if (name === 'step') first ??= asked;
      return undefined;
    });
    await host.invoke();
    // The first write of the run, asked again on its way, arrives after the second.
    await host.table.update(first as Parameters<typeof host.table.update>[0]);
    host.faults.heal();
    await host.workOff();
    expect(host.effects).toEqual(['parcel.ship:p-1/charge']);
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'outcome-unknown' });
  });
});
