import { describe, expect, it } from 'vitest';
import type { Queues } from '../../millrace/message/queue.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelShip } from './parcel-jobs.ts';
import { stackWith } from './stack-with.ts';

const tenParcels = Array.from({ length: 10 }, (_, index) => `p-${index}`);

/** Nothing is received where that is so of the ask, counted from 1; `asks` answers how many there were. */
function emptyWhere(trial: OpsTrial, isEmpty: (ask: number) => boolean) {
  let asked = 0;
  const receive: Queues['receive'] = async (url, options) => {
    asked += 1;
    return isEmpty(asked) ? [] : trial.queues.receive(url, options);
  };
  return { receive, asks: () => asked };
}

/** Ctrl-C, as soon as the first batch is sent. */
function stoppedAtSend(trial: OpsTrial) {
  const controller = new AbortController();
  const stack = stackWith(trial, {
    send: async (url, messages) => {
      controller.abort();
      return trial.queues.send(url, messages);
    },
  });
  return { ...stack, stopped: controller.signal };
}

describe('a redrive on queues that fail', () => {
  it('leaves in the dead-letter queue what could not be sent, and says so', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels);
    const { dead, source } = await trial.urls(parcelShip);
    const refused = ['parcel.ship:p-3', 'parcel.ship:p-7'];
    const isRefused = (body: string) => refused.includes(JSON.parse(body).id);
    const faulty = stackWith(trial, {
      send: async (url, messages) => {
        await trial.queues.send(
          url,
          messages.filter(({ body }) => !isRefused(body)),
        );
        return messages.flatMap(({ body }, index) =>
          isRefused(body) ? [{ index, code: 'InternalError', senderFault: true }] : [],
        );
      },
    });
    const { exitCode, json, text } = await trial.call(redrive, ['parcel.ship'], {}, faulty);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ received: 10, redriven: 8, failed: 2, possibleDoubles: [], aboutLeft: 2 });
    expect(text).toContain('parcel.ship:p-3 was not sent: SQS refused it (InternalError)');
    expect((await trial.look(dead)).map(({ body }) => JSON.parse(body).id)).toEqual(refused);
    expect(await trial.look(source)).toHaveLength(8);
  });

  it('goes on with the next batch after one that could not be sent: these jobs have no order', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels, 'p-10', 'p-11');
    const faulty = stackWith(trial, {
      send: async (url, messages) =>
        messages.length === 10
          ? messages.map((_, index) => ({ index, code: 'InternalError', senderFault: true }))
          : trial.queues.send(url, messages),
    });
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, faulty);
    expect(json).toMatchObject({ received: 12, redriven: 2, failed: 10 });
  });

  it('sends nothing twice of what it could not delete, tries again, and tells of possible doubles', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels);
    const { dead, source } = await trial.urls(parcelShip);
    const stuck = (await trial.look(dead))[4]?.receiptHandle;
    let tries = 0;
    const faulty = stackWith(trial, {
      delete: async (url, handles) => {
        if (handles.includes(stuck ?? '')) tries += 1;
        await trial.queues.delete(
          url,
          handles.filter((handle) => handle !== stuck),
        );
        return handles.flatMap((handle, index) =>
          handle === stuck ? [{ index, code: 'InternalError', senderFault: false }] : [],
        );
      },
    });
    const { exitCode, json, text } = await trial.call(redrive, ['parcel.ship'], {}, faulty);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({
      ...{ received: 10, redriven: 10, failed: 0, aboutLeft: 1 },
      possibleDoubles: ['parcel.ship:p-4'],
    });
    expect(tries).toBe(3);
    expect(text).toContain('sent, but not deleted: a second copy may follow');
    expect(await trial.look(source)).toHaveLength(10);
  });

  it('makes nothing visible again that is gone', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    const hidden: string[] = [];
    const watched = stackWith(trial, {
      hide: async (url, hides) => {
        hidden.push(...hides.map(({ receiptHandle }) => receiptHandle));
        return trial.queues.hide(url, hides);
      },
    });
    expect((await trial.call(redrive, ['parcel.ship'], { limit: '1' }, watched)).json).toMatchObject({ redriven: 1 });
    expect(hidden).toEqual([]);
  });

  it('absorbs the second copy of a run that was killed between send and delete', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const killed = stackWith(trial, {
      delete: async () => {
        throw new Error('killed');
      },
    });
    await trial.call(redrive, ['parcel.ship'], {}, killed);
    trial.mend();
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, aboutLeft: 0 });
    const { source } = await trial.urls(parcelShip);
    expect(await trial.look(source)).toHaveLength(2);
    await trial.deliver(parcelShip);
    expect(trial.runs).toEqual(['parcel.ship:p-1']);
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'COMPLETED', attempts: 1 });
  });

  it('goes on after an empty answer until several follow one another', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels, ...tenParcels.map((id) => `${id}-more`));
    const { receive } = emptyWhere(trial, (ask) => ask % 2 === 0);
    const faulty = stackWith(trial, { receive });
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, faulty);
    expect(json).toMatchObject({ received: 20, redriven: 20, aboutLeft: 0 });
  });

  it.each([
    [4, 20, 11],
    [5, 10, 6],
  ])('takes %i empty answers in a row, while SQS counts more: %i are taken', async (empties, taken, asks) => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels, ...tenParcels.map((id) => `${id}-more`));
    const { receive, asks: asked } = emptyWhere(trial, (ask) => ask > 1 && ask <= 1 + empties);
    const faulty = stackWith(trial, {
      receive,
      // It may be a minute old.
      depth: async () => ({ waiting: 10, inFlight: 0, delayed: 0 }),
    });
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, faulty);
    expect(json).toMatchObject({ received: taken, redriven: taken });
    expect(json).not.toHaveProperty('endedEarly');
    expect(asked()).toBe(asks);
  });

  it('goes on after an empty answer though SQS counts nothing at that moment: its counts are approximate', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels, ...tenParcels.map((id) => `${id}-more`));
    const { receive, asks: asked } = emptyWhere(trial, (ask) => ask === 2);
    const faulty = stackWith(trial, {
      receive,
      depth: async () => ({ waiting: 0, inFlight: 0, delayed: 0 }),
    });
    const { json, text } = await trial.call(redrive, ['parcel.ship'], {}, faulty);
    expect(json).toMatchObject({ received: 20, redriven: 20 });
    expect(text).toContain('left in the dead-letter queue: about 0, as SQS counts');
    expect(asked()).toBe(5);
  });

  it('gives everything back and tells what was done when the records stop answering half-way', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels, 'p-10', 'p-11');
    let reads = 0;
    const { stack } = stackWith(trial, {});
    const records = {
      ...trial.records,
      get: async (id: string) => {
        reads += 1;
        if (reads > 10) throw new Error('the table does not answer');
        return trial.records.get(id);
      },
    };
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship'], {}, { stack: { ...stack, records } });
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({
      ...{ received: 10, redriven: 10, aboutLeft: 2 },
      endedEarly: { by: 'error', message: 'the table does not answer' },
    });
    const { dead } = await trial.urls(parcelShip);
    expect(await trial.queues.depth(dead)).toMatchObject({ waiting: 2, inFlight: 0 });
  });

  it('finishes the batch in hand when it is stopped, and reports', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels, 'p-10', 'p-11');
    const { exitCode, json, text } = await trial.call(redrive, ['parcel.ship'], {}, stoppedAtSend(trial));
    expect(exitCode).toBe(130);
    expect(json).toMatchObject({ received: 10, redriven: 10, aboutLeft: 2, endedEarly: { by: 'ctrl-c' } });
    expect(text).toContain('ended early: as you asked; the rest is as it was');
    const { dead } = await trial.urls(parcelShip);
    expect(await trial.queues.depth(dead)).toMatchObject({ waiting: 2, inFlight: 0 });
  });

  it.each([
    ['SQS refuses to', (index: number) => [{ index, code: 'InternalError', senderFault: false }]],
    [
      'gets no answer to',
      () => {
        throw new Error('no answer');
      },
    ],
  ])('counts what it could not make visible again: %s', async (_what, answer) => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    const faulty = stackWith(trial, {
      hide: async (_url, hides) => hides.flatMap((_, index) => answer(index)),
    });
    const { json, text } = await trial.call(redrive, ['parcel.ship'], { 'dry-run': true }, faulty);
    expect(json).toMatchObject({ received: 2, stillHidden: 2 });
    expect(text).toContain('2 stay hidden for up to 5 minutes');
  });
});

describe('a message that SQS moved', () => {
  it('has no death before it is kept, and each has a death of its own', async () => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    const bodies = ['p-1', 'p-2'].map((id) => ({ body: trial.body(parcelShip, id) }));
    await trial.queues.send(dead, bodies);
    const records = { ...trial.records, putMessage: async () => Promise.reject(new Error('throughput exceeded')) };
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, { stack: { ...trial.stack, records } });
    expect(json).toMatchObject({ redriven: 0, failed: 2, aboutLeft: 2 });
    expect(await trial.records.get('parcel.ship:p-1')).toBeUndefined();
    await trial.call(redrive, ['parcel.ship']);
    const deaths = await Promise.all(['parcel.ship:p-1', 'parcel.ship:p-2'].map((id) => trial.records.get(id)));
    expect(deaths.map((record) => record?.status)).toEqual(['DEAD', 'DEAD']);
    expect(deaths[0]?.death_id).not.toBe(deaths[1]?.death_id);
  });
});

describe('the report of a redrive', () => {
  it('comes though the network goes half-way and SQS gives no count any more', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels, ...tenParcels.map((id) => `${id}-more`));
    let asked = 0;
    const gone = async () => {
      throw new Error('the network is gone');
    };
    const failing = stackWith(trial, {
      receive: async (url, options) => {
        asked += 1;
        return asked > 1 ? await gone() : trial.queues.receive(url, options);
      },
      hide: gone,
      depth: gone,
    });
    const { exitCode, json, text } = await trial.call(redrive, ['parcel.ship'], { yes: true }, failing);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ received: 10, redriven: 10, endedEarly: { message: 'the network is gone' } });
    expect(json).not.toHaveProperty('aboutLeft');
    expect(text).toContain('left in the dead-letter queue: SQS gave no count');
  });

  it('comes at once after Ctrl-C during a batch: the pace is not waited out', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...tenParcels);
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship'], { rate: '2' }, stoppedAtSend(trial));
    expect(exitCode).toBe(130);
    expect(json).toMatchObject({ received: 2, redriven: 2, endedEarly: { by: 'ctrl-c' } });
  });
});
