import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fakeJobWith } from './fake-job.ts';
import { createTrialHost, type TrialHost } from './trial-host.ts';

/** A consumer whose host dies when it checks the payload of one job, long before that job is claimed. */
function createFragileHost(random?: () => number): TrialHost {
  let dies = () => false;
  const job = defineJob({
    type: 'parcel.ship',
    owner: 'logistics',
    payload: z.object({ parcelId: z.string().refine((id) => id !== 'killer' || dies()) }),
    idempotencyKey: 'parcelId',
    timeoutSeconds: 10,
    replay: { rule: 'safe' },
  });
  const host = createTrialHost({ job, ...(random ? { random } : {}) });
  dies = () => {
    host.faults.die();
    return true;
  };
  return host;
}

async function sendTen(host: TrialHost): Promise<void> {
  await host.sendBody(bodyOf('killer'));
  for (let at = 1; at < 10; at += 1) await host.sendBody(bodyOf(`p-${at}`));
}

const bodyOf = (parcelId: string) =>
  JSON.stringify({
    ...{ specversion: '1.0', id: 'x', source: '/test', type: 'parcel.ship', time: '2026-01-01T00:00:00Z' },
    ...{ dataschema: 'urn:millrace:job:parcel.ship:1', data: { parcelId } },
  });

describe('a message that kills its host before it is claimed', () => {
  it('is looked at last once it was received often, when all others of its batch are settled and deleted', async () => {
    const host = createFragileHost();
    await sendTen(host);
    const batch = host.receive().map((delivery, at) => ({ ...delivery, receiveCount: at === 0 ? 5 : 1 }));
    const begun = await host.invoke(batch);
    expect(begun.died).toBe(true);
    expect(host.waiting).toBe(1);
    for (let at = 1; at < 10; at += 1)
      expect(host.record(`p-${at}`)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    const deleted = host.faults.calls.filter(({ name }) => name === 'delete');
    expect(deleted.map(({ asked }) => (asked as string[]).length)).toEqual([9]);
    expect(host.record('killer')).toBeUndefined();
  });

  it('is looked at last however long it is there, where neither breaker nor rate put it off', async () => {
    const host = createTrialHost();
    await host.send({ parcelId: 'p-1' });
    await host.send({ parcelId: 'p-2' });
    const [often, other] = host.receive();
    if (!often || !other) throw new Error('both were received');
    const firstReceivedAtMs = host.clock.now() - 86_400_000;
    await host.invoke([{ ...often, receiveCount: 5, firstReceivedAtMs }, other]);
    expect(host.runs.map(({ id }) => id)).toEqual(['parcel.ship:p-2', 'parcel.ship:p-1']);
  });

  it.each([
    [4, 'with the others'],
    [5, 'after the others, though not alone'],
  ])('is looked at, received %i times, %s', async (receiveCount, _) => {
    const host = createTrialHost();
    await host.send({ parcelId: 'slow', outcome: 'return-late', seconds: 8 });
    await host.send({ parcelId: 'p-1' });
    const [slow, other] = host.receive();
    if (!slow || !other) throw new Error('both were received');
    await host.invoke([slow, { ...other, receiveCount }]);
    expect(host.runs.map(({ id }) => id)).toEqual(
      receiveCount === 4 ? ['parcel.ship:slow', 'parcel.ship:p-1'] : ['parcel.ship:slow'],
    );
    await host.pass(8);
    expect(host.outcomes).toEqual(['completed', 'completed']);
    expect(host.record('p-1')).not.toHaveProperty('alone');
  });

  it('does not keep nine others from completing, though they were received as often', async () => {
    let seed = 7;
    const host = createFragileHost(() => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    });
    await sendTen(host);
    for (let round = 0; round < 40 && host.waiting > 1; round += 1) {
      await host.invoke();
      host.clock.advance(56);
    }
    expect(host.waiting).toBe(1);
    for (let at = 1; at < 10; at += 1) expect(host.record(`p-${at}`)?.status).toBe('COMPLETED');
  });

  it('has those deleted again that SQS refused to delete, before it is looked at', async () => {
    const host = createFragileHost();
    await sendTen(host);
    const batch = host.receive().map((delivery, at) => ({ ...delivery, receiveCount: at === 0 || at === 9 ? 5 : 1 }));
    let refused = false;
    host.faults.choose(({ name }) => {
      if (name !== 'delete' || refused) return undefined;
      refused = true;
      return 'refuse';
    });
    const [killer, ...others] = batch;
    if (!killer) throw new Error('it was received');
    await host.invoke([...others, killer]);
    const deleted = host.faults.calls.filter(({ name }) => name === 'delete');
    expect(deleted.map(({ asked }) => asked)).toEqual([
      expect.arrayContaining(['message-2', 'message-9']),
      ['message-2', 'message-10'],
    ]);
    expect(host.lines.find(({ codes }) => codes !== undefined)).toMatchObject({
      message: 'settled messages were not deleted early',
      codes: ['InternalError'],
    });
  });

  it('is not looked at before the deletion of the others is answered', async () => {
    const host = createFragileHost();
    await sendTen(host);
    const batch = host.receive().map((delivery, at) => ({ ...delivery, receiveCount: at === 0 ? 5 : 1 }));
    host.faults.choose(({ name }) => (name === 'delete' ? 'hang' : undefined));
    expect((await host.invoke(batch)).died).toBe(false);
    expect(host.faults.names.at(-1)).toBe('delete');
  });

  it('leaves settled messages to their store when SQS refuses to delete them early', async () => {
    const host = createFragileHost();
    await sendTen(host);
    const batch = host.receive().map((delivery, at) => ({ ...delivery, receiveCount: at === 0 ? 5 : 1 }));
    host.faults.choose(({ name }) => (name === 'delete' ? 'fail' : undefined));
    await host.invoke(batch);
    expect(host.waiting).toBe(10);
    expect(host.lines.at(-1)).toMatchObject({ level: 'warn', message: 'settled messages could not be deleted early' });
    host.faults.heal();
    host.clock.advance(56);
    await host.invoke(host.receive().filter(({ messageId }) => messageId !== 'message-1'));
    expect(host.outcomes.slice(9)).toEqual(Array.from({ length: 9 }, () => 'duplicate'));
  });
});

describe('a job that a breaker or a rate may have put off', () => {
  it.each([
    [8, 120, 'with its neighbours: so many receives are its deferrals and its attempts'],
    [9, 120, 'after its neighbours: deferrals do not explain its receives'],
    [8, 119, 'after its neighbours: it has not waited for so many deferrals'],
  ])('received %i times in %i s is run %s', async (receiveCount, seconds, where) => {
    const host = createTrialHost({ job: fakeJobWith({ ratePerSecond: 1_000 }) });
    await host.send({ parcelId: 'slow', outcome: 'return-late', seconds: 8 });
    await host.send({ parcelId: 'p-1' });
    const [slow, other] = host.receive();
    if (!slow || !other) throw new Error('both were received');
    host.clock.advance(seconds);
    await host.invoke([slow, { ...other, receiveCount }]);
    expect(host.runs).toHaveLength(where.startsWith('with') ? 2 : 1);
    await host.pass(8);
    expect(host.outcomes).toEqual(['completed', 'completed']);
  });
});
