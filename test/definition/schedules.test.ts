import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineWith, fieldsRefusedWith, problemsWith } from './define-with.ts';

const payload = { deliveryId: 'nightly-{scheduledAt}' };
const nightly = { cron: '0 3 * * ? *', timeZone: 'Europe/Paris', payload };

const refusals = (schedule: object) => problemsWith({ schedules: { nightly: schedule } });

describe('the schedules of a job', () => {
  it('are none unless it says so', () => {
    expect(defineWith({}).schedules).toEqual([]);
    expect(defineWith({ schedules: {} }).schedules).toEqual([]);
  });

  it('are a list, each in the words of EventBridge Scheduler, with its zone', () => {
    const often = { rate: '15 minutes', payload: { deliveryId: 'often-{scheduledAt}' } };
    expect(defineWith({ schedules: { nightly, often } }).schedules).toEqual([
      { name: 'nightly', expression: 'cron(0 3 * * ? *)', timeZone: 'Europe/Paris', payload, priority: undefined },
      {
        name: 'often',
        expression: 'rate(15 minutes)',
        timeZone: 'UTC',
        payload: { deliveryId: 'often-{scheduledAt}' },
        priority: undefined,
      },
    ]);
  });

  it.each(['1 minute', '2 minutes', '1 hour', '36 hours', '1 day', '7 days'])('may come every %s', (rate) => {
    expect(refusals({ rate, payload })).toEqual([]);
  });

  it.each(['1 minutes', '15 minute', '0 minutes', '-1 hours', '1.5 hours', '90 seconds', 'daily', '', 15])(
    'may not come every %j',
    (rate) => {
      expect(refusals({ rate, payload })).toEqual([
        {
          field: 'schedules.nightly.rate',
          given: rate,
          allowed: 'must be a whole number of minutes, hours or days, such as 1 minute or 15 minutes',
        },
      ]);
    },
  );

  it.each(['UTC', 'Europe/Paris', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'America/Port-au-Prince'])(
    'may be in the zone %s',
    (timeZone) => {
      expect(refusals({ ...nightly, timeZone })).toEqual([]);
    },
  );

  it.each([undefined, '', 'Paris', 'CET-1', '+01:00', 'europe/paris', 'Europe/Atlantis', 'local', 1])(
    'may not be by cron in the zone %j',
    (timeZone) => {
      expect(refusals({ ...nightly, timeZone })).toEqual([
        {
          field: 'schedules.nightly.timeZone',
          given: timeZone,
          allowed: 'must be an IANA time zone such as Europe/Paris, or UTC: local time is never implied',
        },
      ]);
    },
  );

  it('are told every fault of a cron expression', () => {
    expect(refusals({ ...nightly, cron: '60 3 * * * *' })).toMatchObject([
      { field: 'schedules.nightly.cron', given: '60 3 * * * *', allowed: expect.stringContaining('minutes "60"') },
      { field: 'schedules.nightly.cron', allowed: 'exactly one of day of the month and day of the week must be ?' },
    ]);
  });

  it('have a cron or a rate, and a zone only with cron', () => {
    expect(refusals({ payload })).toMatchObject([
      { field: 'schedules.nightly', allowed: 'must have either cron, with a timeZone, or rate' },
    ]);
    expect(refusals({ ...nightly, rate: '1 day' })).toMatchObject([{ field: 'schedules.nightly' }]);
    expect(refusals({ rate: '1 day', timeZone: 'UTC', payload })).toMatchObject([
      { field: 'schedules.nightly.timeZone', allowed: 'not with rate: a day is 24 hours then, whatever clocks show' },
    ]);
  });

  it.each(['Nightly', 'at_night', 'night.ly', '-night', '1st', 'a--b', ''])('may not be named %j', (name) => {
    expect(problemsWith({ schedules: { [name]: nightly } })).toMatchObject([
      { field: `schedules.${name}`, given: name, allowed: expect.stringContaining('words of lower-case letters') },
    ]);
  });

  it.each([[[nightly]], [null], ['0 3 * * ? *'], [{ nightly: null }], [{ nightly: '0 3 * * ? *' }]])(
    'may not be %j',
    (schedules) => {
      expect(fieldsRefusedWith({ schedules })[0]).toMatch(/^schedules/);
    },
  );

  it('have no fields that nobody reads', () => {
    expect(refusals({ ...nightly, timezone: 'UTC' })).toEqual([
      {
        field: 'schedules.nightly.timezone',
        given: 'UTC',
        allowed: 'no such field; did you mean schedules.nightly.timeZone?',
      },
    ]);
  });

  it('go to one of the priorities, the last unless told', () => {
    const priorities = ['high', 'low'];
    const [usual, urgent] = defineWith({
      priorities,
      schedules: { nightly, noon: { ...nightly, payload: { deliveryId: 'noon-{scheduledAt}' }, priority: 'high' } },
    }).schedules;
    expect([usual?.priority, urgent?.priority]).toEqual(['low', 'high']);
    expect(problemsWith({ priorities, schedules: { nightly: { ...nightly, priority: 'higher' } } })).toEqual([
      { field: 'schedules.nightly.priority', given: 'higher', allowed: 'one of high, low' },
    ]);
    expect(refusals({ ...nightly, priority: 'high' })).toMatchObject([{ allowed: 'none: the job has no priorities' }]);
  });

  it('are not of a job with an order', () => {
    expect(problemsWith({ orderedBy: 'deliveryId', schedules: { nightly } })).toEqual([
      {
        field: 'schedules',
        given: ['nightly'],
        allowed: expect.stringContaining('not with orderedBy: EventBridge Scheduler sends to a FIFO queue only where'),
      },
    ]);
  });
});

describe('what a schedule sends', () => {
  it('must have the instant in its key, or every tick is the same job', () => {
    expect(refusals({ ...nightly, payload: { deliveryId: 'nightly' } })).toEqual([
      {
        field: 'schedules.nightly.payload',
        given: ['deliveryId'],
        allowed: 'the key must hold {scheduledAt} in one of its fields, or every tick is the same job and runs once',
      },
    ]);
  });

  it('may have it in one of several key fields, and anywhere else besides', () => {
    const shape = z.object({ deliveryId: z.string(), userId: z.string(), slotAt: z.iso.datetime() });
    const sent = { deliveryId: 'all', userId: 'u-{scheduledAt}', slotAt: '{scheduledAt}' };
    const job = { payload: shape, idempotencyKey: ['deliveryId', 'userId'] };
    expect(problemsWith({ ...job, schedules: { nightly: { ...nightly, payload: sent } } })).toEqual([]);
  });

  it('is checked as a payload is, with an instant in place and without its values', () => {
    const shape = z.object({ deliveryId: z.string().max(30), userId: z.string() });
    const sent = { deliveryId: '{scheduledAt}', userId: 'AKIAIOSFODNN7EXAMPLE', more: 1 };
    const problems = problemsWith({ payload: shape, schedules: { nightly: { ...nightly, payload: sent } } });
    expect(problems.map(({ field }) => field).sort()).toEqual([
      'schedules.nightly.payload.more',
      'schedules.nightly.payload.userId',
    ]);
    expect(JSON.stringify(problems)).not.toContain('AKIA');
  });

  it.each([undefined, null, 'x', []])('may not be %j', (given) => {
    expect(refusals({ ...nightly, payload: given })).toMatchObject([{ field: 'schedules.nightly.payload' }]);
  });

  it('is not the same job as what another schedule sends at the same instant', () => {
    expect(problemsWith({ schedules: { nightly, noon: { ...nightly, cron: '0 12 * * ? *' } } })).toEqual([
      {
        field: 'schedules.noon.payload',
        given: ['deliveryId'],
        allowed:
          'makes the same key as schedules.nightly at the same instant: one job would be taken for a copy of the other',
      },
    ]);
  });

  it('holds nothing that EventBridge Scheduler would replace', () => {
    expect(
      refusals({ ...nightly, payload: { deliveryId: '{scheduledAt}-<aws.scheduler.execution-id>' } }),
    ).toMatchObject([
      { field: 'schedules.nightly.payload', allowed: expect.stringContaining('must hold no <aws.scheduler.…>') },
    ]);
  });
});
