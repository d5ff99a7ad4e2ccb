import { defineJob, defineWebhook, InvalidWebhookDefinitionError } from 'millrace';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';

const replay = { rule: 'safe' } as const;
const parcelShip = defineJob({
  ...{ type: 'parcel.ship', owner: 'logistics', idempotencyKey: 'parcelId', replay },
  payload: z.object({ parcelId: z.string() }),
});
const invoicePost = defineJob({
  ...{ type: 'invoice.post', owner: 'finance', idempotencyKey: 'invoiceId', replay },
  payload: z.object({ invoiceId: z.string() }),
});
const spec = {
  source: 'shop-orders',
  signature: { scheme: 'stripe' },
  secret: 'shop/{stage}/orders-webhook',
  events: z.object({ id: z.string(), parcel: z.string() }),
  jobs: [parcelShip],
  job: () => undefined,
} as const;
type Given = Parameters<typeof defineWebhook>[0];
const brokenBy = (changes: object) => {
  try {
    defineWebhook({ ...spec, ...changes } as Given); // what plain JavaScript may give
  } catch (error) {
    if (error instanceof InvalidWebhookDefinitionError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
};

describe('a webhook', () => {
  it('is data, with five minutes of tolerance unless it says otherwise', () => {
    expect(defineWebhook(spec)).toMatchObject({ source: 'shop-orders', scheme: 'stripe', toleranceSeconds: 300 });
    expect(defineWebhook({ ...spec, toleranceSeconds: 60 }).toleranceSeconds).toBe(60);
  });

  it('knows its events and its jobs by their types, with nothing written twice', () => {
    const webhook = defineWebhook({
      ...spec,
      jobs: [parcelShip, invoicePost],
      job: (event) => {
        expectTypeOf(event).toEqualTypeOf<{
          readonly id: string;
          readonly type: string;
          readonly body: { id: string; parcel: string };
        }>();
        return { job: parcelShip, payload: { parcelId: event.body.parcel } };
      },
    });
    expectTypeOf(webhook.source).toEqualTypeOf<'shop-orders'>();
    const event = { id: 'shop-orders:1', type: 'order.sent', body: { id: '1', parcel: 'p-1' } };
    expect(webhook.job(event)).toEqual({ job: parcelShip, payload: { parcelId: 'p-1' } });
  });

  it('enqueues no job that it does not name, and no payload of another', () => {
    // @ts-expect-error invoicePost is not among its jobs
    defineWebhook({ ...spec, job: () => ({ job: invoicePost, payload: { parcelId: 'p-1' } }) });
    // @ts-expect-error the payload lacks what the job needs
    defineWebhook({ ...spec, jobs: [invoicePost], job: () => ({ job: invoicePost, payload: {} }) });
  });
});

describe('a webhook that breaks rules', () => {
  it('is told all of them at once', () => {
    const broken = brokenBy({
      ...{ source: 'Shop', signature: { scheme: 'paypal' }, toleranceSeconds: 0, secret: '', events: {}, jobs: [] },
      ...{ job: 'parcel.ship', tolerance: 5 },
    });
    expect(broken).toEqual([
      '  tolerance: 5 given; no such field; did you mean toleranceSeconds?',
      '  source: "Shop" given; must be lower-case words joined by hyphens, at most 32 characters',
      '  signature.scheme: "paypal" given; must be one of stripe, github',
      '  toleranceSeconds: 0 given; must be a whole number from 1 to 3600',
      expect.stringContaining('  secret: "something else" given; must be the name of a secret in Secrets Manager'),
      '  events: {} given; must be a zod 4 schema',
      '  jobs: [] given; must be a list of what defineJob returned, one or more',
      '  job: "parcel.ship" given; must be a function',
    ]);
  });

  it('is told so by its name', () => {
    const given = { ...spec, source: 'shop', toleranceSeconds: 4000 };
    expect(() => defineWebhook(given)).toThrow('webhook shop: 1 broken rule\n  toleranceSeconds: 4000');
  });

  it.each([
    ['holds the secret itself', 'whsec_0123456789abcdef'],
    ['is no name of Secrets Manager’s', 'open sesame'],
    ['names something else than the stage', 'shop/{app}/hook'],
  ])('is not told its secret, which %s', (_what, secret) => {
    const [message = '', ...others] = brokenBy({ secret });
    expect(others).toEqual([]);
    expect(message).toContain('such as my-app/{stage}/stripe-webhook, never its value');
    expect(message).not.toContain(secret);
  });

  it.each([
    [
      'a time that GitHub does not sign',
      { signature: { scheme: 'github' }, toleranceSeconds: 300 },
      'toleranceSeconds',
    ],
    ['a job that is none', { jobs: [{ type: 'parcel.ship' }] }, 'jobs'],
    ['a scheme beside others', { signature: { scheme: 'stripe', version: 1 } }, 'signature.version'],
    ['no schema', { events: undefined }, 'events'],
    ['a source that would be another address', { source: 'shop/orders' }, 'source'],
  ])('is refused with %s', (_what, changes, field) => {
    expect(brokenBy(changes).map((line) => line.trim().split(':')[0])).toEqual([field]);
  });

  it('is refused where it is no object at all', () => {
    const given: unknown = 'stripe';
    expect(() => defineWebhook(given as Given)).toThrow('webhook (without a source): 1 broken rule');
  });
});
