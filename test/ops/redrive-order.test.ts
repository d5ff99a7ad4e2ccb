import { defineCatalogue, defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { wirePayload } from '../../millrace/definition/wire-payload.ts';
import { writeEnvelope } from '../../millrace/message/envelope.ts';
import type { OutgoingMessage, Queues } from '../../millrace/message/queue.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { type OpsTrial, openTrial } from './ops-trial.ts';
import { catalogue } from './parcel-jobs.ts';

const parcelSort = defineJob({
  type: 'parcel.sort',
  owner: 'logistics',
  payload: z.object({ parcelId: z.string(), lane: z.string(), label: z.string().optional() }),
  idempotencyKey: 'parcelId',
  orderedBy: 'lane',
  replay: { rule: 'safe' },
});

const openSorting = () => openTrial(undefined, defineCatalogue({ owners: catalogue.owners, jobs: [parcelSort] }));

function sorting(trial: OpsTrial, parcelId: string, { lane = 'north', label }: { lane?: string; label?: string } = {}) {
  const { id, data } = wirePayload(parcelSort, { parcelId, lane, ...(label === undefined ? {} : { label }) });
  return {
    body: writeEnvelope({ job: parcelSort, id, data, source: '/test', nowMs: trial.clock.now() }),
    groupId: lane,
  };
}

async function letAllDie(trial: OpsTrial, messages: readonly OutgoingMessage[]): Promise<void> {
  for (const message of messages) await trial.send(parcelSort, message);
  await trial.deliver(parcelSort);
}

const idOf = ({ body }: { readonly body: string }): string => JSON.parse(body).id;

/** Queues whose source answers a request as told; what it takes is listed in its order. */
async function watched(
  trial: OpsTrial,
  answer: (send: Send, messages: readonly OutgoingMessage[]) => ReturnType<Send>,
) {
  const { source } = await trial.urls(parcelSort);
  const taken: string[] = [];
  const send: Send = async (messages) => {
    taken.push(...messages.map(idOf));
    return trial.queues.send(source, messages);
  };
  const queues: Queues = {
    ...trial.queues,
    send: (url, messages) => (url === source ? answer(send, messages) : trial.queues.send(url, messages)),
  };
  return { taken, over: { stack: { ...trial.stack, queues } } };
}

type Send = (messages: readonly OutgoingMessage[]) => ReturnType<Queues['send']>;

const refused = [{ index: 0, code: 'InvalidMessageContents', senderFault: true }];

describe('the dead of one group', () => {
  it('go back in their order, though SQS fails at the first of them once', async () => {
    const trial = await openSorting();
    await letAllDie(
      trial,
      ['p-1', 'p-2', 'p-3'].map((parcelId) => sorting(trial, parcelId)),
    );
    let isFirst = true;
    const { taken, over } = await watched(trial, async (send, messages) => {
      if (!isFirst) return send(messages);
      isFirst = false;
      await send(messages.slice(1));
      return [{ index: 0, code: 'InternalError', senderFault: false }];
    });
    expect((await trial.call(redrive, ['parcel.sort'], {}, over)).json).toMatchObject({ redriven: 3 });
    expect(taken).toEqual(['parcel.sort:p-1', 'parcel.sort:p-2', 'parcel.sort:p-3']);
    trial.mend();
    await trial.deliver(parcelSort);
    expect(trial.runs).toEqual(['parcel.sort:p-1', 'parcel.sort:p-2', 'parcel.sort:p-3']);
  });

  it('go back in their order, though together they are too large for one request', async () => {
    const trial = await openSorting();
    const label = 'l'.repeat(240_000);
    const parcelIds = ['p-1', 'p-2', 'p-3', 'p-4', 'p-5'];
    await letAllDie(
      trial,
      parcelIds.map((parcelId) => sorting(trial, parcelId, { label })),
    );
    const { taken, over } = await watched(trial, async (send, messages) => {
      // Its request is the slowest: one that is made beside it arrives before.
      if (messages.some((message) => idOf(message) === 'parcel.sort:p-1')) await new Promise((go) => setImmediate(go));
      return send(messages);
    });
    expect((await trial.call(redrive, ['parcel.sort'], {}, over)).json).toMatchObject({ redriven: 5 });
    expect(taken).toEqual(parcelIds.map((parcelId) => `parcel.sort:${parcelId}`));
  });

  it('share requests with those of other groups', async () => {
    const trial = await openSorting();
    await letAllDie(trial, [
      ...['n-1', 'n-2'].map((parcelId) => sorting(trial, parcelId)),
      ...['s-1', 's-2'].map((parcelId) => sorting(trial, parcelId, { lane: 'south' })),
    ]);
    const requests: number[] = [];
    const { over } = await watched(trial, async (send, messages) => {
      requests.push(messages.length);
      return send(messages);
    });
    await trial.call(redrive, ['parcel.sort'], {}, over);
    expect(requests).toEqual([2, 2]);
  });

  it('stay behind one that could not be sent, and those of other groups go', async () => {
    const trial = await openSorting();
    const south = { lane: 'south' };
    await letAllDie(trial, [
      ...['p-1', 'p-2', 'p-3', 'p-4'].map((parcelId) => sorting(trial, parcelId)),
      ...['s-1', 's-2'].map((parcelId) => sorting(trial, parcelId, south)),
    ]);
    const { over } = await watched(trial, async (send, messages) => {
      const isRefused = messages.some((message) => idOf(message) === 'parcel.sort:p-2');
      return isRefused ? refused : send(messages);
    });
    const { json } = await trial.call(redrive, ['parcel.sort'], {}, over);
    expect(json).toMatchObject({ received: 6, redriven: 3, failed: 3 });
    expect(json.failures).toMatchObject([
      { id: 'parcel.sort:p-2', why: expect.stringContaining('SQS refused it (InvalidMessageContents)') },
      { id: 'parcel.sort:p-3', why: 'parcel.sort:p-2, before it in its group, was not sent' },
      { id: 'parcel.sort:p-4', why: 'parcel.sort:p-2, before it in its group, was not sent' },
    ]);
    expect((await trial.look((await trial.urls(parcelSort)).dead)).map(idOf)).toEqual([
      'parcel.sort:p-2',
      'parcel.sort:p-3',
      'parcel.sort:p-4',
    ]);
  });

  it('stay behind one whose death could not be written', async () => {
    const trial = await openSorting();
    const { dead } = await trial.urls(parcelSort);
    await trial.queues.send(dead, [sorting(trial, 'p-1')]);
    await trial.queues.send(dead, [sorting(trial, 'p-2')]);
    const records = {
      ...trial.records,
      update: async (write: Parameters<typeof trial.records.update>[0]) => {
        if (write.id === 'parcel.sort:p-1') throw new Error('throttled');
        return trial.records.update(write);
      },
    };
    const { json } = await trial.call(redrive, ['parcel.sort'], {}, { stack: { ...trial.stack, records } });
    expect(json).toMatchObject({ redriven: 0, failed: 2 });
    expect(await trial.records.get('parcel.sort:p-2')).toBeUndefined();
  });

  it('stay behind one whose own attributes could not be read', async () => {
    const trial = await openSorting();
    const kept = { dataType: 'String', stringValue: 'parcel.sort:p-1/message/death-1' };
    const { dead } = await trial.urls(parcelSort);
    await trial.queues.send(dead, [{ ...sorting(trial, 'p-1'), attributes: { attributesKept: kept } }]);
    await trial.queues.send(dead, [sorting(trial, 'p-2')]);
    const getMessage = async () => Promise.reject(new Error('throttled'));
    const stack = { ...trial.stack, records: { ...trial.records, getMessage } };
    const { json } = await trial.call(redrive, ['parcel.sort'], {}, { stack });
    expect(json).toMatchObject({ redriven: 0, failed: 2 });
  });

  it('are not kept back by one that is refused by its verdict', async () => {
    const trial = await openSorting();
    await letAllDie(
      trial,
      ['p-1', 'p-2'].map((parcelId) => sorting(trial, parcelId)),
    );
    await trial.records.update({ id: 'parcel.sort:p-1', set: { status: 'COMPLETED' } });
    expect((await trial.call(redrive, ['parcel.sort'])).json).toMatchObject({ redriven: 1, refused: 1 });
  });
});
