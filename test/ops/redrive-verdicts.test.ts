import { describe, expect, it } from 'vitest';
import type { Queues } from '../../millrace/message/queue.ts';
import { explainError } from '../../millrace/ops/cli/explain-error.ts';
import { StoppedError, UsageError } from '../../millrace/ops/operator-error.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, type OpsTrial, openTrial } from './ops-trial.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';
import { stackWith } from './stack-with.ts';

async function parkedCopy(trial: OpsTrial) {
  const { dead } = await trial.urls(parcelShip);
  const [parked] = await trial.look(dead);
  if (!parked) throw new Error('nothing is parked');
  return { body: parked.body, attributes: parked.attributes };
}

describe('the verdict on a dead message', () => {
  it('is live while a run holds its job', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const held = { status: 'INPROGRESS', in_progress_expiration: trial.clock.now() + 60_000 } as const;
    await trial.records.update({ id: 'parcel.ship:p-1', set: held });
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship']);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ skipped: 1, verdicts: { live: 1 }, aboutLeft: 1 });
  });

  it('is by its rule for a leftover copy of a job that waits for its next run: nobody knows of another message', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: 'parcel.ship:p-1', set: { status: 'FAILED' } });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
    expect((await trial.look((await trial.urls(parcelShip)).source))[0]?.attributes.deathId?.stringValue).toBe('id-2');
  });

  it('is safe for one that SQS moved while its job waits for its next run: there is no other message of it', async () => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    const death = { deathId: { dataType: 'String', stringValue: 'an-earlier-death' } };
    await letDie(trial, parcelShip, 'p-1');
    const { body } = await parkedCopy(trial);
    await trial.records.update({ id: 'parcel.ship:p-1', set: { status: 'FAILED' }, remove: ['death_id'] });
    await trial.queues.delete(
      dead,
      (await trial.look(dead)).map(({ receiptHandle }) => receiptHandle),
    );
    await trial.queues.send(dead, [{ body, attributes: death }]);
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'DEAD', reason: 'received-too-often' });
  });

  it('is by its rule, under its own death, for a message death that SQS moved back while its job waits', async () => {
    const trial = await openTrial();
    const { source, dead } = await trial.urls(parcelShip);
    const deathId = { dataType: 'String', stringValue: 'parcel.ship:~m-1' };
    await trial.queues.send(dead, [{ body: trial.body(parcelShip, 'p-1'), attributes: { deathId } }]);
    const expiration = trial.clock.now() / 1000 + 1_000_000;
    const waiting = { type: 'parcel.ship', status: 'FAILED', expiration } as const;
    await trial.records.update({ id: 'parcel.ship:p-1', set: waiting });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
    expect((await trial.look(source))[0]?.attributes).toEqual({ deathId });
    expect(await trial.records.get('parcel.ship:p-1')).toMatchObject({ status: 'FAILED' });
  });

  it('is too old once its record is past its lifetime', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: 'parcel.ship:p-1', set: { expiration: 1 } });
    const { exitCode, json } = await trial.call(redrive, ['parcel.ship']);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ refused: 1, verdicts: { 'too-old': 1 }, aboutLeft: 1 });
  });

  it('is by its rule for one that SQS moved, once its record is past its lifetime as when it is gone', async () => {
    const trial = await openTrial();
    const { dead } = await trial.urls(parcelShip);
    await letDie(trial, parcelShip, 'p-1');
    const { body } = await parkedCopy(trial);
    for (const { receiptHandle } of await trial.look(dead)) await trial.queues.delete(dead, [receiptHandle]);
    await trial.records.update({ id: 'parcel.ship:p-1', set: { expiration: 1 } });
    await trial.queues.send(dead, [{ body }]);
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1, verdicts: { safe: 1 } });
  });

  it('is expired past its expiry, whatever else is said', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, 'p-1');
    trial.clock.advance(90_000);
    const { json, text } = await trial.call(redrive, ['parcel.bill'], { 'i-have-checked': true });
    expect(json).toMatchObject({ refused: 1, verdicts: { expired: 1 } });
    expect(text).toContain('what is never sent again is deleted by hand: docs/runbooks/dead-letters.md');
  });

  it('is other content where another payload stands under its key', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: 'parcel.ship:p-1', set: { validation: 'of another payload' } });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({
      refused: 1,
      verdicts: { 'other-content': 1 },
    });
  });

  it('follows a stale copy to the death that stands', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    await trial.records.update({ id: 'parcel.ship:p-1', set: { death_id: 'a-later-death' } });
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ redriven: 1 });
    const { source } = await trial.urls(parcelShip);
    expect((await trial.look(source))[0]?.attributes.deathId?.stringValue).toBe('a-later-death');
  });
});

describe('how much is redriven', () => {
  it('is as much as --limit says, the rest stays', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, ...Array.from({ length: 15 }, (_, index) => `p-${index}`));
    const asked: unknown[] = [];
    const receive: Queues['receive'] = (url, options) => {
      asked.push(options);
      return trial.queues.receive(url, options);
    };
    const stack = { ...trial.stack, queues: { ...trial.queues, receive } };
    const { json } = await trial.call(redrive, ['parcel.ship'], { limit: '12' }, { stack });
    expect(json).toMatchObject({ received: 12, redriven: 12, aboutLeft: 3 });
    const hidden = { waitSeconds: 1, visibilitySeconds: 300 };
    expect(asked).toEqual([
      { most: 10, ...hidden },
      { most: 2, ...hidden },
    ]);
  });

  it('is at most --rate a second', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2', 'p-3', 'p-4', 'p-5');
    const calls: (string | number)[] = [];
    const after = (delayMs: number, callback: () => void) => {
      calls.push(delayMs);
      setImmediate(() => {
        calls.push('over');
        callback();
      });
      return () => undefined;
    };
    const watched = stackWith(trial, {
      send: async (url, messages) => {
        calls.push(`sends ${messages.length}`);
        return trial.queues.send(url, messages);
      },
    });
    const clock = { now: trial.clock.now, after };
    const { json } = await trial.call(redrive, ['parcel.ship'], { rate: '2' }, { ...watched, clock });
    expect(json).toMatchObject({ redriven: 5 });
    expect(calls).toEqual(['sends 2', 1000, 'over', 'sends 2', 1000, 'over', 'sends 1', 500, 'over']);
  });

  it('is not paced in a dry run, which sends nothing', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2', 'p-3');
    const clock = {
      now: trial.clock.now,
      after: () => {
        throw new Error('nobody is to wait');
      },
    };
    const { json } = await trial.call(redrive, ['parcel.ship'], { rate: '2', 'dry-run': true }, { clock });
    expect(json).toMatchObject({ received: 3, redriven: 3 });
    expect(json).not.toHaveProperty('endedEarly');
  });

  it.each(['0', '501', 'abc', '1.5'])('is not --rate %s', async (rate) => {
    const trial = await openTrial();
    await expect(trial.call(redrive, ['parcel.ship'], { rate })).rejects.toThrow(UsageError);
    await expect(trial.call(redrive, ['parcel.ship'], { rate })).rejects.toThrow(`--rate: ${rate} given`);
  });
});

describe('before anything is redriven', () => {
  it('someone who can be asked is asked, with the number', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    const asked: string[] = [];
    const confirm = async (question: string) => {
      asked.push(question);
      return 'no' as const;
    };
    await expect(trial.call(redrive, ['parcel.ship'], {}, { confirm })).rejects.toThrow('nothing was redriven');
    expect(asked).toEqual(['Redrive parcel.ship in the trial: about 2 dead?']);
    const { dead } = await trial.urls(parcelShip);
    expect(await trial.queues.depth(dead)).toMatchObject({ waiting: 2 });
    expect((await trial.call(redrive, ['parcel.ship'], { yes: true }, { confirm })).json).toMatchObject({
      redriven: 2,
    });
  });

  it('a Ctrl-C in place of an answer ends it as stopped, with 130', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const stopped = trial.call(redrive, ['parcel.ship'], {}, { confirm: async () => 'stopped' });
    const error = await stopped.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoppedError);
    expect(explainError(error)).toMatchObject({ exitCode: 130, message: 'nothing was redriven', isBug: false });
    expect(await trial.queues.depth((await trial.urls(parcelShip)).dead)).toMatchObject({ waiting: 1 });
  });

  it('production wants --yes, a dry run does not', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const stack = { ...trial.stack, place: 'shop-prod in eu-west-1', isProduction: true };
    await expect(trial.call(redrive, ['parcel.ship'], {}, { stack })).rejects.toMatchObject({
      message: 'shop-prod in eu-west-1 is production',
      nextStep:
        'look with --dry-run, then add --yes; production is any deployed stage whose name does not begin with dev, test or sandbox',
    });
    expect((await trial.call(redrive, ['parcel.ship'], { 'dry-run': true }, { stack })).exitCode).toBe(0);
    expect((await trial.call(redrive, ['parcel.ship'], { yes: true }, { stack })).json).toMatchObject({ redriven: 1 });
  });

  it('an unknown job is refused with the known ones', async () => {
    const trial = await openTrial();
    await expect(trial.call(redrive, ['parcel.shp'])).rejects.toMatchObject({
      message: 'there is no job parcel.shp; did you mean parcel.ship?',
      nextStep: 'the jobs of jobs/index.ts: parcel.ship, parcel.bill',
    });
  });

  it('an id without a type is refused with what an id is', async () => {
    const trial = await openTrial();
    await expect(trial.call(redrive, [':x'])).rejects.toMatchObject({
      message: ":x is no job's id",
      nextStep: 'an id is <job type>:<key>, as enqueue told it',
    });
  });

  it('a job id of which no message is there is told what its record says', async () => {
    const trial = await openTrial();
    const { exitCode, json, text } = await trial.call(redrive, ['parcel.ship:p-9']);
    expect({ exitCode, ...json }).toMatchObject({ exitCode: 1, notFound: { recordStatus: null } });
    expect(text).toBe(
      'No message of parcel.ship:p-9 was found in the dead-letter queue, and there is\nno record of it.',
    );
  });

  it('a job id is told of alone, though its queue holds others', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1', 'p-2', 'p-3');
    const missing = await trial.call(redrive, ['parcel.ship:p-9']);
    expect(missing).toMatchObject({ exitCode: 1, json: { received: 3, verdicts: { 'other-job': 3 } } });
    expect(missing.text).toMatch(/^No message of parcel\.ship:p-9 /);
    expect(missing.text).not.toContain('other-job');
    const { text } = await trial.call(redrive, ['parcel.ship:p-2']);
    expect(text.split('\n')).toEqual([
      'parcel.ship:p-2 in the trial: 1 looked at',
      '  redriven                1',
      '  by verdict',
      '      1  safe: may be run again',
    ]);
  });
});
