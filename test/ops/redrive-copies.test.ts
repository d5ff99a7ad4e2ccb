import type { JobDefinition } from 'millrace';
import { describe, expect, it } from 'vitest';
import { deathIdOf } from '../../millrace/message/dead-letter-copy.ts';
import { judgeRepeated } from '../../millrace/ops/redrive/judge.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';
import { stackWith } from './stack-with.ts';

/** Something happens between the redrive's first receive and its second. */
function beforeItLooksAgain(trial: OpsTrial, happens: () => Promise<void>) {
  let asked = 0;
  return stackWith(trial, {
    receive: async (url, options) => {
      asked += 1;
      if (asked === 2) await happens();
      return trial.queues.receive(url, options);
    },
  });
}

/** The parking got no answer, and sent its copy again. */
async function letDieTwice(trial: OpsTrial, job: JobDefinition): Promise<void> {
  await letDie(trial, job, 'p-1');
  const { dead } = await trial.urls(job);
  const [parked] = await trial.look(dead);
  await trial.queues.send(dead, [{ body: parked?.body ?? '', attributes: parked?.attributes }]);
}

describe('messages that another reader holds', () => {
  it('are told of: this run could not look at them', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    const { dead } = await trial.urls(parcelShip);
    await trial.queues.receive(dead, { most: 10, waitSeconds: 0, visibilitySeconds: 600 });
    const all = await trial.call(redrive, ['parcel.ship']);
    expect(all.json).toMatchObject({ received: 0, aboutLeft: 2, aboutHeldElsewhere: 2, stillHidden: 0 });
    expect(all.text).toContain('about 2 are held by another reader and could not be looked at');
    const one = await trial.call(redrive, ['parcel.ship:p-1']);
    expect([one.exitCode, one.text]).toEqual([
      1,
      expect.stringMatching(/^No message of parcel\.ship:p-1 was found.*about 2 are held by another reader/s),
    ]);
  });

  it('are none where the run itself could not make its own visible again', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const faulty = stackWith(trial, {
      hide: async (_url, hides) => hides.map((_, index) => ({ index, code: 'InternalError', senderFault: false })),
    });
    const { json } = await trial.call(redrive, ['parcel.ship'], { 'dry-run': true }, faulty);
    expect(json).toMatchObject({ stillHidden: 1, aboutHeldElsewhere: 0 });
  });
});

describe('two copies of one death', () => {
  it('are one redrive: the second is discarded', async () => {
    const trial = await openTrial();
    await letDieTwice(trial, parcelShip);
    const { source } = await trial.urls(parcelShip);
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship']);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ redriven: 1, discarded: 1, verdicts: { safe: 1, double: 1 }, aboutLeft: 0 });
    expect(await trial.look(source)).toHaveLength(1);
  });

  it('are both refused by the job’s rule, in a dry run too', async () => {
    const trial = await openTrial();
    await letDieTwice(trial, parcelBill);
    const { json } = await trial.call(redrive, ['parcel.bill'], { 'dry-run': true });
    expect(json).toMatchObject({ refused: 2, discarded: 0, verdicts: { 'check-first': 2 } });
  });

  it('are one in a dry run, too', async () => {
    const trial = await openTrial();
    await letDieTwice(trial, parcelShip);
    const { json } = await trial.call(redrive, ['parcel.ship'], { 'dry-run': true });
    expect(json).toMatchObject({ redriven: 1, discarded: 1, verdicts: { safe: 1, double: 1 }, aboutLeft: 2 });
  });

  it('are one, and the second counts as discarded when SQS has answered', async () => {
    const trial = await openTrial();
    await letDieTwice(trial, parcelShip);
    const slow = stackWith(trial, {
      delete: async (url, handles) => {
        await new Promise((resolve) => setImmediate(resolve));
        return trial.queues.delete(url, handles);
      },
    });
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, slow);
    expect(json).toMatchObject({ redriven: 1, discarded: 1, aboutLeft: 0 });
  });

  it('are one, and the second is told of where SQS does not delete it', async () => {
    const trial = await openTrial();
    await letDieTwice(trial, parcelShip);
    let deleted = 0;
    const stuck = stackWith(trial, {
      delete: async (url, handles) => {
        deleted += 1;
        if (deleted > 1) return handles.map((_, index) => ({ index, code: 'InternalError', senderFault: false }));
        return trial.queues.delete(url, handles);
      },
    });
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship'], {}, stuck);
    expect({ exitCode, ...json }).toMatchObject({
      ...{ exitCode: 1, redriven: 1, discarded: 0, failed: 1, aboutLeft: 1 },
      failures: [{ id: 'parcel.ship:p-1', why: 'SQS did not delete it' }],
    });
  });

  it('are one though the job has run before the second is looked at', async () => {
    const trial = await openTrial();
    await letDieTwice(trial, parcelShip);
    trial.mend();
    const quick = stackWith(trial, {
      delete: async (url, handles) => {
        await trial.deliver(parcelShip);
        return trial.queues.delete(url, handles);
      },
    });
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, quick);
    expect(json).toMatchObject({ redriven: 1, discarded: 1, verdicts: { safe: 1, double: 1 }, aboutLeft: 0 });
    expect(trial.runs).toEqual(['parcel.ship:p-1']);
  });

  it.each([
    ['an earlier death', { deathId: 'an-earlier-death', reason: 'attempts-spent' }],
    ['no reason, so that SQS moved it here', { deathId: 'the-same', reason: undefined }],
  ])('are not one where the second has %s: it may be the only one left', async (_what, { deathId, reason }) => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const { dead } = await trial.urls(parcelShip);
    const [parked] = await trial.look(dead);
    const first = parked?.attributes.deathId?.stringValue ?? '';
    const attributes = {
      deathId: { dataType: 'String', stringValue: deathId === 'the-same' ? first : deathId },
      ...(reason === undefined ? {} : { deathReason: { dataType: 'String', stringValue: reason } }),
    };
    await trial.queues.send(dead, [{ body: parked?.body ?? '', attributes }]);
    const { json } = await trial.call(redrive, ['parcel.ship']);
    expect(json).toMatchObject({ redriven: 2, discarded: 0, verdicts: { safe: 2 }, aboutLeft: 0 });
  });

  it('of a message without a job are not one: the second stays, as one that died again', async () => {
    const trial = await openTrial();
    await trial.send(parcelShip, { body: 'hello' });
    await trial.deliver(parcelShip);
    const { source, dead } = await trial.urls(parcelShip);
    const [parked] = await trial.look(dead);
    await trial.queues.send(dead, [{ body: 'hello', attributes: parked?.attributes }]);
    const { json } = await trial.call(redrive, ['parcel.ship']);
    expect(json).toMatchObject({ redriven: 1, skipped: 1, verdicts: { 'never-ran': 1, 'died-again': 1 } });
    expect(await trial.look(source)).toHaveLength(1);
  });

  it('of which one died as a message, with another payload, are judged one after the other: that one is refused', async () => {
    const trial = await openTrial();
    const { source, dead } = await trial.urls(parcelShip);
    const text = (stringValue: string) => ({ dataType: 'String', stringValue });
    const body = trial.body(parcelShip, 'p-1');
    await trial.queues.send(dead, [
      { body },
      {
        body: body.replace('"parcelId":"p-1"', '"parcelId":"p-1","weightGrams":7'),
        attributes: { deathId: text('parcel.ship:~m-1'), deathReason: text('newer-version') },
      },
    ]);
    const { json } = await trial.call(redrive, ['parcel.ship']);
    expect(json).toMatchObject({ redriven: 1, refused: 1, verdicts: { safe: 1, 'other-content': 1 }, aboutLeft: 1 });
    expect((await trial.look(source)).map((sent) => sent.body)).toEqual([body]);
  });

  it('are not one where they are of different versions, though their payloads look alike', () => {
    const content = { id: 'parcel.ship:p-1', type: 'parcel.ship', version: 1, validation: 'of both' };
    const delivery = {
      ...{ messageId: 'm-1', receiptHandle: 'r-1', body: '', attributes: {}, receiveCount: 1 },
      ...{ sentAtMs: 0, firstReceivedAtMs: 0, groupId: undefined, traceHeader: undefined },
    };
    const marks = { deathId: 'd-1', isExpired: false, isEdited: false, isNative: false, isMessageDeath: false };
    const second = { delivery, id: content.id, content, ...marks };
    expect(judgeRepeated(second, undefined, { deathId: 'd-1', content })).toMatchObject({ verdict: 'double' });
    expect(judgeRepeated(second, undefined, { deathId: 'd-1', content: { ...content, version: 2 } })).toMatchObject({
      verdict: 'under-way',
      course: 'skip',
    });
  });

  it('are not one where the second holds what an older version sent under the key: nobody has looked at that', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const { dead } = await trial.urls(parcelShip);
    const [parked] = await trial.look(dead);
    const older = (parked?.body ?? '').replace('"parcelId":"p-1"', '"parcelId":"p-1","crate":7');
    await trial.queues.send(dead, [{ body: older, attributes: parked?.attributes }]);
    await trial.records.update({ id: 'parcel.ship:p-1', set: { version: 2 } });
    const unseen = await trial.call(redrive, ['parcel.ship']);
    expect(unseen.json).toMatchObject({ refused: 2, verdicts: { 'other-version': 2 }, aboutLeft: 2 });
    expect(unseen.text).toContain('once you have compared them: --i-have-checked');
    const { json } = await trial.call(redrive, ['parcel.ship'], { 'i-have-checked': true });
    expect(json).toMatchObject({ redriven: 1, skipped: 1, verdicts: { safe: 1, 'under-way': 1 }, aboutLeft: 1 });
  });
});

describe('a job that dies again while the redrive still runs', () => {
  it('unrun, since it is past its expiry by now, is kept: it is the only copy, though it carries the same death', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, 'p-1');
    const living = beforeItLooksAgain(trial, async () => {
      trial.clock.advance(90_000);
      await trial.deliver(parcelBill);
    });
    const { json } = await trial.call(redrive, ['parcel.bill'], { 'i-have-checked': true }, living);
    expect(json).toMatchObject({ redriven: 1, refused: 1, discarded: 0, verdicts: { expired: 1 }, aboutLeft: 1 });
    expect(await trial.records.get('parcel.bill:p-1')).toMatchObject({ status: 'DEAD' });
  });

  it('is left where it is, so that the run comes to an end', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const { dead } = await trial.urls(parcelShip);
    const firstDeath = (await trial.records.get('parcel.ship:p-1'))?.death_id;
    const living = beforeItLooksAgain(trial, () => trial.deliver(parcelShip));
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship'], {}, living);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ received: 2, redriven: 1, skipped: 1, verdicts: { 'died-again': 1 }, aboutLeft: 1 });
    const [again] = await trial.look(dead);
    expect(again && deathIdOf(again)).not.toBe(firstDeath);
  });

  it('is left where it is too when it holds no usable job and keeps its death id', async () => {
    const trial = await openTrial();
    await trial.send(parcelShip, { body: 'hello' });
    await trial.deliver(parcelShip);
    const living = beforeItLooksAgain(trial, () => trial.deliver(parcelShip));
    const { json } = await trial.call(redrive, ['parcel.ship'], {}, living);
    expect(json).toMatchObject({ redriven: 1, skipped: 1, discarded: 0, verdicts: { 'died-again': 1 }, aboutLeft: 1 });
  });
});
