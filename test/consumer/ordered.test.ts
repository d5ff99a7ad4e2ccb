import { describe, expect, it } from 'vitest';
import { fakeJobWith } from './fake-job.ts';
import { createTrialHost } from './trial-host.ts';

const JOB = fakeJobWith({ orderedBy: 'parcelId', maxReceiveCount: 60 });

/** Messages of groups, each under a key and with an outcome of its own, in the order of their sending. */
async function orderedHost(...messages: readonly (readonly [group: string, parcelId: string, outcome?: string])[]) {
  const host = createTrialHost({ job: JOB });
  for (const [groupId, parcelId, outcome = 'return'] of messages) {
    const seconds = outcome === 'return-late' ? 2 : 0;
    await host.sendTo(groupId, { parcelId, outcome: outcome as 'return', seconds });
  }
  return host;
}

const keysOf = (ran: readonly { readonly id: string }[]) => ran.map(({ id }) => id.replace('parcel.ship:', ''));

describe('an ordered batch', () => {
  it('runs one after the other: the next begins when the one before has ended', async () => {
    const host = await orderedHost(['a', 'p-1', 'return-late'], ['a', 'p-2', 'return-late'], ['a', 'p-3']);
    await host.invoke();
    expect(keysOf(host.runs)).toEqual(['p-1']);
    await host.pass(2);
    expect(keysOf(host.runs)).toEqual(['p-1', 'p-2']);
    await host.pass(2);
    expect(keysOf(host.runs)).toEqual(['p-1', 'p-2', 'p-3']);
    expect(host.outcomes).toEqual(['completed', 'completed', 'completed']);
  });

  it('runs nothing behind what fails: they are named in their order, and go back at once', async () => {
    const host = await orderedHost(['a', 'p-1'], ['a', 'p-2'], ['a', 'p-3', 'throw'], ['a', 'p-4'], ['a', 'p-5']);
    const { answer } = await host.invoke();
    expect(keysOf(host.runs)).toEqual(['p-1', 'p-2', 'p-3']);
    expect(answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
      ...['message-3', 'message-4', 'message-5'],
    ]);
    expect(host.told.map(({ outcome, hiddenSeconds }) => [outcome, hiddenSeconds])).toEqual([
      ['completed', undefined],
      ['completed', undefined],
      ['failed', 5],
      ['deferred', 0],
      ['deferred', 0],
    ]);
    expect(host.record('p-4')).toBeUndefined();
    expect(host.faults.names.filter((name) => name === 'hide')).toHaveLength(3);
  });

  it('goes on with other groups where one is stopped', async () => {
    const host = await orderedHost(['a', 'p-1', 'throw'], ['b', 'p-2'], ['a', 'p-3'], ['b', 'p-4']);
    const { answer } = await host.invoke();
    expect(keysOf(host.runs)).toEqual(['p-1', 'p-2', 'p-4']);
    expect(answer?.batchItemFailures).toEqual([{ itemIdentifier: 'message-1' }, { itemIdentifier: 'message-3' }]);
  });

  it('stopped in several groups names all of these in the order of the batch, and goes on with the others', async () => {
    const host = await orderedHost(
      ['a', 'p-1', 'throw'],
      ['b', 'p-2', 'not-yet'],
      ['c', 'p-3'],
      ['b', 'p-4', 'permanent'],
      ['a', 'p-5'],
      ['c', 'p-6'],
    );
    const { answer } = await host.invoke();
    expect(keysOf(host.runs)).toEqual(['p-1', 'p-2', 'p-3', 'p-6']);
    expect(answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
      ...['message-1', 'message-2', 'message-4', 'message-5'],
    ]);
    expect(host.deadLetters).toEqual([]);
  });

  it('is not stopped by a dead one: it is parked, and the next one runs', async () => {
    const host = await orderedHost(['a', 'p-1', 'permanent'], ['a', 'p-2']);
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(host.outcomes).toEqual(['dead', 'completed']);
    expect(host.deadLetters).toMatchObject([{ groupId: 'a' }]);
  });

  it('is not stopped by a message without a usable job, nor by a duplicate', async () => {
    const host = await orderedHost(['a', 'p-1']);
    await host.sendBody('no job', {}, { groupId: 'a' });
    await host.sendTo('a', { parcelId: 'p-1', outcome: 'return', seconds: 0 });
    await host.sendTo('a', { parcelId: 'p-2' });
    const { answer } = await host.invoke();
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(host.outcomes).toEqual(['completed', 'dead', 'duplicate', 'completed']);
  });

  it('starts nothing behind a run that never returns, though its own time was over', async () => {
    const host = await orderedHost(['a', 'p-1', 'never-return'], ['a', 'p-2'], ['b', 'p-3']);
    const begun = await host.invoke();
    await host.pass(JOB.timing.functionTimeoutSeconds + 60);
    expect(keysOf(host.runs)).toEqual(['p-1']);
    expect(begun.answer).toBeUndefined();
    expect(host.waiting).toBe(3);
  });

  it.each([
    ['not yet due', 'not-yet'],
    ['to be tried later', 'retry-later'],
  ])('stops at one that is %s', async (_, outcome) => {
    const host = await orderedHost(['a', 'p-1', outcome], ['a', 'p-2']);
    await host.invoke();
    expect(keysOf(host.runs)).toEqual(['p-1']);
    expect(host.record('p-2')).toBeUndefined();
  });

  it('stops where a copy did not reach the dead-letter queue, for its original comes back', async () => {
    const host = await orderedHost(['a', 'p-1', 'permanent'], ['a', 'p-2']);
    host.faults.choose(({ name }) => (name === 'send' ? 'fail' : undefined));
    const { answer } = await host.invoke();
    expect(host.outcomes).toEqual(['parking-failed', 'deferred']);
    expect(answer?.batchItemFailures).toHaveLength(2);
  });

  it('stops where the record gives no answer', async () => {
    const host = await orderedHost(['a', 'p-1'], ['a', 'p-2']);
    host.faults.choose(({ name }) => (name === 'COMPLETED' ? 'fail' : undefined));
    await host.invoke();
    expect(host.outcomes).toEqual(['unanswered', 'deferred']);
  });

  it('runs a suspect in its turn, alone, and those behind it afterwards', async () => {
    const host = await orderedHost(['a', 'p-1', 'kill-host'], ['a', 'p-2']);
    for (let round = 0; round < 4; round += 1) {
      expect((await host.invoke()).died).toBe(true);
      host.clock.advance(140);
    }
    await host.invoke();
    expect(host.outcomes).toEqual(['dead', 'completed']);
    expect(host.told[0]).toMatchObject({ reason: 'killed-its-host', jobId: 'parcel.ship:p-1' });
    expect(host.record('p-2')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('starts nothing that it has no time for, and gives all of that back at once', async () => {
    const host = await orderedHost(['a', 'p-1'], ['b', 'p-2']);
    const { answer } = await host.invoke(host.receive(), 11);
    expect(host.runs).toEqual([]);
    expect(answer?.batchItemFailures).toHaveLength(2);
    expect(host.told.map(({ hiddenSeconds }) => hiddenSeconds)).toEqual([0, 0]);
  });

  it('deletes what is settled before it reads one that was received often', async () => {
    const host = await orderedHost(['a', 'p-1'], ['a', 'p-2']);
    const [first, second] = host.receive();
    if (!first || !second) throw new Error('two were sent');
    await host.invoke([first, { ...second, receiveCount: 5 }]);
    expect(host.faults.names.indexOf('delete')).toBeGreaterThan(host.faults.names.indexOf('COMPLETED'));
    expect(host.faults.names.lastIndexOf('claim')).toBeGreaterThan(host.faults.names.indexOf('delete'));
    expect(host.outcomes).toEqual(['completed', 'completed']);
  });

  it('reads such a one only when that deletion is answered', async () => {
    const host = await orderedHost(['a', 'p-1'], ['a', 'p-2']);
    const [first, second] = host.receive();
    if (!first || !second) throw new Error('two were sent');
    host.faults.choose(({ name }) => (name === 'delete' ? 'hang' : undefined));
    await host.invoke([first, { ...second, receiveCount: 5 }]);
    expect(host.faults.names.at(-1)).toBe('delete');
    expect(keysOf(host.runs)).toEqual(['p-1']);
  });

  it('parks a follower that came in vain as often as it may, before SQS moves it without a reason', async () => {
    const host = await orderedHost(['a', 'p-1', 'throw'], ['a', 'p-2']);
    const [head, follower] = host.receive();
    if (!head || !follower) throw new Error('two were sent');
    const { answer } = await host.invoke([head, { ...follower, receiveCount: 58 }]);
    expect(answer?.batchItemFailures).toEqual([{ itemIdentifier: 'message-1' }]);
    expect(host.record('p-2')).toMatchObject({ status: 'DEAD', reason: 'waited-too-long' });
    expect(host.deadLetters).toHaveLength(1);
  });

  it('parks such a follower under one death: the one it had as a message is closed', async () => {
    const host = await orderedHost(['a', 'p-1', 'throw'], ['a', 'p-2']);
    const [head, follower] = host.receive();
    if (!head || !follower) throw new Error('two were sent');
    const id = 'parcel.ship:~message-0';
    await host.put({ id, status: 'DEAD', dead_partition: 'parcel.ship' });
    const attributes = { deathId: { dataType: 'String', stringValue: id } };
    await host.invoke([head, { ...follower, attributes, receiveCount: 58 }]);
    expect(host.records.get(id)).toMatchObject({ status: 'CLOSED' });
    expect(host.record('p-2')).toMatchObject({ status: 'DEAD', reason: 'waited-too-long' });
  });

  it.each([
    ['that newer code wrote', 'newer-version', (body: string) => body.replace('parcel.ship:1"', 'parcel.ship:2"')],
    ['that holds no job', 'unparseable', () => 'hello'],
  ])('parks such a follower %s for that reason', async (_, reason, change) => {
    const host = await orderedHost(['a', 'p-1', 'throw'], ['a', 'p-2']);
    const [head, follower] = host.receive();
    if (!head || !follower) throw new Error('two were sent');
    await host.invoke([head, { ...follower, body: change(follower.body), receiveCount: 58 }]);
    expect(host.records.get('parcel.ship:~message-2')).toMatchObject({ status: 'DEAD', reason });
    expect(host.deadLetters).toHaveLength(1);
  });

  it('parks no such follower before its death as a message is closed', async () => {
    const host = await orderedHost(['a', 'p-1', 'throw'], ['a', 'p-2']);
    const [head, follower] = host.receive();
    if (!head || !follower) throw new Error('two were sent');
    await host.put({ id: 'parcel.ship:~message-0', status: 'DEAD' });
    host.faults.choose(({ name }) => (name === 'CLOSED' ? 'hang' : undefined));
    const attributes = { deathId: { dataType: 'String', stringValue: 'parcel.ship:~message-0' } };
    await host.invoke([head, { ...follower, attributes, receiveCount: 58 }]);
    expect(host.faults.names.at(-1)).toBe('CLOSED');
    expect(host.record('p-2')).toBeUndefined();
  });

  it('hides each that failed in a request of its own, once', async () => {
    const host = await orderedHost(['a', 'p-1', 'throw'], ['b', 'p-2', 'throw']);
    await host.invoke();
    const hides = host.faults.calls.filter(({ name }) => name === 'hide');
    expect(hides.map(({ asked }) => (asked as unknown[]).length)).toEqual([2, 1, 1]);
  });
});
