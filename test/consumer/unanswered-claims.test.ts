import { describe, expect, it } from 'vitest';
import { createTrialHost } from './trial-host.ts';

const ID = 'parcel.ship:p-1';
const PAYLOAD = { parcelId: 'p-1' };

describe('a claim whose answer is lost', () => {
  it('is known by its own fence when the SDK asks again', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.faults.choose(({ name }) => (name === 'claim' ? 'ask-twice' : undefined));
    await host.invoke();
    expect(host.outcomes).toEqual(['completed']);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it.each(['fail', 'lose-answer'] as const)(
    '(%s) is given back by its fence, and its message deferred',
    async (fault) => {
      const host = createTrialHost();
      await host.send(PAYLOAD);
      host.faults.choose(({ name }) => (name === 'claim' ? fault : undefined));
      const { answer } = await host.invoke();
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
      expect(host.faults.names).toEqual(['hide', 'claim', 'FAILED', 'hide']);
      expect(host.told[0]).toMatchObject({ outcome: 'deferred', reason: 'no-claim', hiddenSeconds: 33 });
      expect(host.runs).toEqual([]);
      host.faults.heal();
      await host.workOff();
      expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    },
  );

  it('is given back again and again until the margin, and its neighbours are answered all the same', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    await host.send({ parcelId: 'p-2' });
    host.faults.choose(({ asked }) => (idOf(asked) === ID ? 'lose-answer' : undefined));
    const begun = await host.invoke();
    expect(begun.answer).toBeUndefined();
    await host.pass(25);
    expect(begun.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    // Every quarter of a second, to one second before the margin.
    expect(host.faults.names.filter((name) => name === 'FAILED')).toHaveLength(88);
    expect(host.outcomes).toEqual(['completed', 'deferred']);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 0 });
    const asked = host.faults.names.length;
    await host.pass(10);
    expect(host.faults.names).toHaveLength(asked);
  });

  it('is ended as cancelled where that was asked for meanwhile, and that too is asked until it is answered', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    let cancels = 0;
    host.faults.choose(({ name }) => {
      if (name === 'FAILED') host.put({ id: ID, status: 'INPROGRESS', cancel_requested: true });
      if (name === 'claim') return 'lose-answer';
      return name === 'CANCELLED' && ++cancels === 1 ? 'fail' : undefined;
    });
    await host.invoke();
    await host.pass(1);
    expect(host.faults.names).toEqual(['hide', 'claim', 'FAILED', 'CANCELLED', 'FAILED', 'CANCELLED', 'hide']);
    expect(host.record('p-1')?.status).toBe('CANCELLED');
    expect(host.runs).toEqual([]);
  });

  it('is deferred before the margin though the table has fallen silent, and its neighbours are answered', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    await host.send({ parcelId: 'p-2' });
    host.faults.choose(({ name, asked }) => (idOf(asked) !== ID ? undefined : name === 'claim' ? 'fail' : 'hang'));
    const begun = await host.invoke();
    await host.pass(22);
    expect(begun.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.outcomes).toEqual(['completed', 'deferred']);
  });

  it('and never comes, ends the invocation by its timeout: nothing is acknowledged, and the job runs once', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.faults.choose(({ name }) => (name === 'claim' ? 'hang' : undefined));
    const begun = await host.invoke();
    await host.pass(56);
    expect(begun.answer).toBeUndefined();
    host.faults.heal();
    await host.workOff();
    expect(host.runs).toHaveLength(1);
    expect(host.record('p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('starts nothing when it comes after the margin, and takes its attempt back', async () => {
    const host = createTrialHost();
    await host.send(PAYLOAD);
    host.faults.choose(({ name }) => {
      if (name === 'claim') host.clock.advance(23);
      return undefined;
    });
    await host.invoke();
    expect(host.runs).toEqual([]);
    expect(host.record('p-1')).toMatchObject({ status: 'FAILED', attempts: 0 });
    expect(host.record('p-1')).not.toHaveProperty('failures');
  });
});

function idOf(asked: unknown): unknown {
  return typeof asked === 'object' && asked !== null && 'id' in asked ? asked.id : undefined;
}
