import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { scheduledMessage } from '../../millrace/definition/scheduled-message.ts';
import { readEnvelope } from '../../millrace/message/envelope.ts';
import { defineWith } from './define-with.ts';

const job = defineWith({
  version: 2,
  upgrades: [(older: object) => older],
  payload: z.object({ deliveryId: z.string(), tags: z.array(z.string()).optional() }),
  schedules: {
    nightly: {
      cron: '0 3 * * ? *',
      timeZone: 'UTC',
      payload: { deliveryId: 'nightly-{scheduledAt}', tags: ['at {scheduledAt}', '\uFFFF'] },
    },
  },
});

function bodyOfTick(): string {
  const [schedule] = job.schedules;
  return schedule === undefined ? '' : scheduledMessage(job, schedule, { app: 'shop', stage: 'prod' });
}

describe('what EventBridge Scheduler sends', () => {
  it('is a whole message, with the instant left to be put in', () => {
    expect(JSON.parse(bodyOfTick())).toEqual({
      specversion: '1.0',
      id: 'email.send/nightly/<aws.scheduler.scheduled-time>',
      source: '/millrace/shop/prod',
      type: 'email.send',
      time: '<aws.scheduler.scheduled-time>',
      datacontenttype: 'application/json',
      dataschema: 'urn:millrace:job:email.send:2',
      data: {
        deliveryId: 'nightly-<aws.scheduler.scheduled-time>',
        tags: ['at <aws.scheduler.scheduled-time>', '\uFFFF'],
      },
    });
    expect(bodyOfTick()).toContain('\\uffff');
  });

  it('is read as any job once the instant is in', () => {
    const body = bodyOfTick().replaceAll('<aws.scheduler.scheduled-time>', '2026-01-05T03:00:00Z');
    expect(readEnvelope(body)).toMatchObject({
      ok: true,
      envelope: {
        id: 'email.send/nightly/2026-01-05T03:00:00Z',
        time: '2026-01-05T03:00:00Z',
        version: 2,
        data: { deliveryId: 'nightly-2026-01-05T03:00:00Z' },
      },
    });
  });
});
