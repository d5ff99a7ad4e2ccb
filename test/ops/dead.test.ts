import { describe, expect, it } from 'vitest';
import { dead } from '../../millrace/ops/verbs/dead.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { parcelBill, parcelShip } from './parcel-jobs.ts';

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('the list of the dead %s', (_where, open) => {
  it('tells of each why, how often it was tried, its last error, and whether it may run again', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelBill, 'p-1');
    trial.clock.advance(180);
    const { json, text, exitCode } = await trial.call(dead, ['parcel.bill']);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      ...{ app: 'shop', stage: 'test', known: 1, hasMore: false },
      jobs: [
        {
          ...{ type: 'parcel.bill', owner: 'logistics', team: 'Logistics', known: 1, aboutInQueue: 1 },
          replay: { rule: 'check-first', because: 'the bank may have taken the money already' },
          aboutWithoutRecord: 0,
          dead: [
            {
              ...{ id: 'parcel.bill:p-1', reason: 'permanent-error', attempts: 1, version: 1 },
              diedAt: '2026-01-01T00:00:00.000Z',
              lastError: { name: 'PermanentError', message: 'parcel 1 is lost', at: '2026-01-01T00:00:00.000Z' },
            },
          ],
        },
      ],
    });
    expect(text.split('\n')).toEqual([
      'parcel.bill  1 dead, about 1 in its dead-letter queue, owner Logistics',
      '  redrive: check first: the bank may have taken the money already',
      '  JOB',
      '    DIED      REASON              TRIES  LAST ERROR',
      '  parcel.bill:p-1  v1',
      '    3 min     permanent-error         1  PermanentError: parcel 1 is lost',
    ]);
  });

  it('hides nothing: a redrive right after finds everything', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1', 'p-2');
    const { dead: queue } = await trial.urls(parcelShip);
    await trial.call(dead, []);
    expect(await trial.queues.depth(queue)).toEqual({ waiting: 2, inFlight: 0, delayed: 0 });
    expect((await trial.look(queue)).map(({ receiveCount }) => receiveCount)).toEqual([1, 1]);
    expect((await trial.call(redrive, ['parcel.ship'])).json).toMatchObject({ received: 2, redriven: 2 });
    expect((await trial.call(dead, ['parcel.ship'])).json).toMatchObject({ jobs: [{ aboutInQueue: 0 }] });
  });

  it('counts what is in the queue without a record, and says who looks at that', async () => {
    const trial = await openTrial(open);
    await letDie(trial, parcelShip, 'p-1');
    const { dead: queue } = await trial.urls(parcelShip);
    await trial.queues.send(queue, [{ body: trial.body(parcelShip, 'p-2') }, { body: trial.body(parcelShip, 'p-3') }]);
    const { json, text } = await trial.call(dead, ['parcel.ship']);
    expect(json).toMatchObject({ jobs: [{ known: 1, aboutInQueue: 3, aboutWithoutRecord: 2 }] });
    expect(text).toContain('about 2 without a record: npx millrace redrive parcel.ship looks at them');
  });
});

describe('a long list of the dead', () => {
  it('comes in pages, the newest first', async () => {
    const trial = await openTrial();
    for (const parcelId of ['p-1', 'p-2', 'p-3', 'p-4', 'p-5']) {
      await letDie(trial, parcelShip, parcelId);
      trial.clock.advance(60);
    }
    const first = await trial.call(dead, [], { limit: '2' });
    expect(first.text.match(/parcel\.ship:p-\d/g)).toEqual(['parcel.ship:p-5', 'parcel.ship:p-4']);
    expect(first.text).toContain('page 1 of 3 (5 dead); older ones: --page 2');
    const last = await trial.call(dead, [], { limit: '2', page: '3' });
    expect(last.text.match(/parcel\.ship:p-\d/g)).toEqual(['parcel.ship:p-1']);
    expect(last.text).toContain('page 3 of 3 (5 dead); the last page');
    const beyond = await trial.call(dead, [], { limit: '2', page: '9' });
    expect(beyond.text).toBe('There is no page 9: the last is page 3 (5 dead).');
  });

  it('says of a job whose dead are all on another page that they are there', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelBill, 'p-1');
    trial.clock.advance(60);
    await letDie(trial, parcelShip, 'p-2');
    const { text } = await trial.call(dead, [], { limit: '1' });
    expect(text).toContain('\n  on another page: they died at another time\n');
  });

  it('fills no more than the columns of the terminal', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-'.padEnd(200, 'x'));
    for (const columns of [80, 120]) {
      const { text } = await trial.call(dead, [], {}, { columns });
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
  });
});

describe('what a handler threw', () => {
  it('is told whole, below where it does not fit beside, and as JSON for every attempt', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const failure = { name: 'MailError', at: '2026-01-01T00:00:00.000Z', requestId: 'r', codeVersion: 'v' };
    const failures = [
      { ...failure, attempt: 1, message: 'busy' },
      { ...failure, attempt: 2, message: 'the mail service answered 503 and asked for patience until about noon' },
    ];
    await trial.records.update({ id: 'parcel.ship:p-1', set: { failures } });
    const { text, json } = await trial.call(dead, ['parcel.ship']);
    expect(text.split('\n').slice(-4)).toEqual([
      '  parcel.ship:p-1  v1',
      '    0 s       permanent-error         1',
      '      MailError: the mail service answered 503 and asked for patience until',
      '      about noon',
    ]);
    expect(json).toMatchObject({ jobs: [{ dead: [{ failures }] }] });
  });

  it('is left out of a message that holds no job: what is wrong with it says all', async () => {
    const trial = await openTrial();
    await trial.send(parcelShip, { body: 'hello' });
    await trial.deliver(parcelShip);
    expect((await trial.call(dead, ['parcel.ship'])).text).toContain('unparseable             -  the body is not JSON');
  });

  it('is told without its control characters, as JSON with them', async () => {
    const trial = await openTrial();
    await letDie(trial, parcelShip, 'p-1');
    const failure = { at: '2026-01-01T00:00:00.000Z', attempt: 1, requestId: 'r', codeVersion: 'v' };
    const message = 'lost\x1b[2J\nfor\tever\u009b';
    await trial.records.update({
      id: 'parcel.ship:p-1',
      set: { failures: [{ ...failure, name: 'Error', message }] },
    });
    const { text, json } = await trial.call(dead, []);
    expect(text).toContain('Error: lost\\x1b[2J\\nfor ever\\x9b');
    expect(json).toMatchObject({ jobs: [{ dead: [{ lastError: { message } }] }, {}] });
  });
});

describe('an empty list of the dead', () => {
  it('tells what would be in it', async () => {
    const trial = await openTrial();
    const { exitCode, text, json } = await trial.call(dead, []);
    expect(exitCode).toBe(0);
    expect(text).toContain('Nothing is dead in the trial.');
    expect(text).toContain('until npx millrace redrive sends it again');
    expect(json).toMatchObject({ known: 0, jobs: [{ dead: [] }, { dead: [] }] });
    expect((await trial.call(dead, ['parcel.bill'])).text).toContain('No parcel.bill is dead in the trial.');
  });

  it('is no answer for a job that does not exist', async () => {
    const trial = await openTrial();
    await expect(trial.call(dead, ['parcel.lose'])).rejects.toThrow('there is no job parcel.lose');
  });
});
