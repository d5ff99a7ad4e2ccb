import { describe, expect, it } from 'vitest';
import { createTrialHost } from './trial-host.ts';

describe('a run that never returns', () => {
  it('is not settled, and its invocation does not answer before its deadline, nor after', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'never-return' });
    const begun = await host.invoke();
    await host.pass(25);
    expect(begun.answer).toBeUndefined();
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'id-1', attempts: 1 });
    expect(host.faults.names).toEqual(['hide', 'claim']);
    expect(host.lines.map(({ message }) => message)).toEqual([
      'a run did not return in time; the invocation ends by its timeout',
    ]);
  });

  it('keeps a timer pending past the deadline, so that Lambda finds no empty event loop and no answer', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'never-return' });
    await host.invoke();
    await host.pass(25 + 59);
    expect(host.lines).toHaveLength(1);
    await host.pass(2);
    expect(host.lines.at(-1)).toMatchObject({ error: new Error('the invocation outlived its deadline') });
  });

  it('leaves what its neighbours settled; they come back and are answered from the store, and it is run alone', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.send({ parcelId: 'p-2', outcome: 'never-return' });
    const [settled, stuck] = host.receive();
    if (settled === undefined || stuck === undefined) throw new Error('two messages were sent');
    await host.invoke([settled, stuck]);
    await host.pass(25);
    expect(host.lines.at(-1)).toMatchObject({
      ...{ jobType: 'parcel.ship', jobIds: ['parcel.ship:p-2'], messageIds: [stuck.messageId] },
    });
    expect(host.record('p-1')?.status).toBe('COMPLETED');
    expect(host.waiting).toBe(2);
    await host.pass(30);
    await host.invoke();
    expect(host.outcomes).toEqual(['completed', 'duplicate']);
    expect(host.record('p-2')).toMatchObject({ status: 'INPROGRESS', alone: true, attempts: 1 });
  });

  it('is found out in four rounds, as what takes its host down', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'never-return' });
    for (let round = 1; round <= 4; round += 1) {
      await host.invoke();
      await host.pass(56);
    }
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({ status: 'DEAD', reason: 'killed-its-host', attempts: 3 });
  });
});

describe('a run that ignores its abort', () => {
  it('is settled like any other if it returns before the margin', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'return-late', seconds: 22 });
    const begun = await host.invoke();
    await host.pass(22);
    expect(host.runs[0]?.signal.aborted).toBe(true);
    expect(begun.answer).toEqual({ batchItemFailures: [] });
    expect(host.told).toMatchObject([{ outcome: 'completed', durationMs: 22_000 }]);
  });

  it('settles its record, and answers nothing, if it returns after the margin', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'return-late', seconds: 24 });
    const begun = await host.invoke();
    await host.pass(25);
    expect(begun.answer).toBeUndefined();
    expect(host.record('p-1')?.status).toBe('COMPLETED');
    expect(host.waiting).toBe(1);
  });

  it('can not settle once another run took its claim over', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'return-late', seconds: 100 });
    await host.invoke();
    await host.pass(56);
    await host.invoke();
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'id-3' });
    await host.pass(45);
    expect(host.outcomes).toEqual(['lost-claim']);
    expect(host.record('p-1')).toMatchObject({ status: 'INPROGRESS', fence: 'id-3' });
  });
});

describe('the signal of a run', () => {
  it('fires when the run has had its own time', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'never-return' });
    await host.invoke();
    const [run] = host.runs;
    expect(run?.remainingSeconds()).toBe(10);
    await host.pass(9.75);
    expect(run?.signal.aborted).toBe(false);
    expect(run?.remainingSeconds()).toBe(0.25);
    await host.pass(0.25);
    expect(run?.signal.aborted).toBe(true);
    expect(run?.signal.reason).toMatchObject({ name: 'RunTimeoutError', message: "the run's 10 s are over" });
    expect(run?.remainingSeconds()).toBe(0);
  });

  it('fires at the margin where that comes first', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'never-return' });
    host.faults.choose(({ name }) => {
      if (name === 'claim') host.clock.advance(5);
      return undefined;
    });
    await host.invoke(host.receive(), 13);
    expect(host.runs[0]?.remainingSeconds()).toBe(6);
    await host.pass(6);
    expect(host.runs[0]?.signal.aborted).toBe(true);
  });
});

describe('an invocation with too little time', () => {
  it('claims nothing: what it did not begin is deferred and costs no attempt', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    const { answer } = await host.invoke(host.receive(), 11.9);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(host.faults.names).toEqual(['hide', 'hide']);
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'too-little-time', hiddenSeconds: 33 }]);
    expect(host.records.size).toBe(0);
  });

  it('begins a job for which the time just suffices', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.invoke(host.receive(), 12);
    expect(host.outcomes).toEqual(['completed']);
  });

  it('hands back what it was to do last, so that what is done is not done again', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1', outcome: 'return-late', seconds: 14 });
    await host.send({ parcelId: 'p-2' });
    const [first, second] = host.receive();
    if (!first || !second) throw new Error('both were received');
    const begun = await host.invoke([first, { ...second, receiveCount: 5 }]);
    await host.pass(14);
    expect(begun.answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-2' }] });
    expect(host.told).toMatchObject([{ outcome: 'completed' }, { outcome: 'deferred', reason: 'handed-back' }]);
    expect(host.receive().map(({ messageId }) => messageId)).toEqual(['message-2']);
  });

  it('leaves under its lease what has no wait left, and dead-letters nothing unread', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.invoke(
      host.receive().map((delivery) => ({ ...delivery, receiveCount: 998 })),
      11.9,
    );
    expect(host.faults.names).toEqual(['hide']);
    expect(host.told).toMatchObject([{ outcome: 'deferred', reason: 'handed-back' }]);
    expect(host.deadLetters).toEqual([]);
  });
});
