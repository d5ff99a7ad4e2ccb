import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import fc from 'fast-check';
import { allow, defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApiDocument } from '../../millrace/ops/open-api/open-api-document.ts';
import { createApiTrial } from './api-trial.ts';
import { fromSchema } from './from-schema.ts';

const SECRET = 'zz-s3cr3t-zz';

const parcelShip = defineJob({
  type: 'parcel.ship',
  owner: 'archive',
  payload: z.object({
    parcelId: z.string().min(1),
    weights: z.array(z.object({ grams: z.int().min(0).default(1) })).max(3),
    at: z.iso.datetime().optional(),
    route: z.discriminatedUnion('by', [
      z.object({ by: z.literal('air'), flightId: z.string() }),
      z.object({ by: z.literal('sea'), shipId: z.string() }),
    ]),
    marks: z.record(z.string(), z.int()),
    note: allow(z.string(), 'a mark').optional(),
  }),
  idempotencyKey: 'parcelId',
  priorities: ['high', 'low'],
  replay: { rule: 'safe' },
});

const document = JSON.parse(JSON.stringify(openApiDocument({ jobs: [parcelShip] }, 'shop')));
const ajv = addFormats.default(new Ajv.default({ strict: false }));
ajv.addSchema({ $id: 'api', ...document });

const operations = {
  'POST /jobs/{type}': document.paths['/jobs/parcel.ship'].post,
  'GET /jobs/{id}': document.paths['/jobs/{id}'].get,
  'DELETE /jobs/{id}': document.paths['/jobs/{id}'].delete,
} as const;
type Route = keyof typeof operations;

/** What the document says of an answer with this status; a status that it does not name is none. */
function fitsDocument(route: Route, status: number, contentType: string, body: unknown): string[] {
  const declared = operations[route].responses[status];
  if (declared === undefined) return [`${route} declares no ${status}`];
  const schema = declared.content?.[contentType]?.schema;
  if (schema === undefined) return [`${route} declares no ${contentType} for ${status}`];
  const validate = ajv.getSchema(String(schema.$ref).replace('#', 'api#'));
  if (validate === undefined) throw new Error(`the document has no ${schema.$ref}`);
  return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    '\u0000',
    '\uFFFE',
    '\uD800',
    'AKIAIOSFODNN7EXAMPLE',
    'anna@example.com',
  ),
);
const keyText = fc.oneof({ weight: 3, arbitrary: fc.constant('p-1') }, fc.stringMatching(/^[a-z0-9/~:%é]{1,12}$/));
const secretText = fc.oneof(
  oddText,
  fc.constant(SECRET),
  oddText.map((text) => text + SECRET),
);
const bodySchema = operations['POST /jobs/{type}'].requestBody.content['application/json'].schema;

/** A body that the schema allows, with a part of it exchanged, left out, or added. */
const nearlyRight = fc
  .tuple(fromSchema(bodySchema, secretText), keyText, fc.nat(), fc.jsonValue({ maxDepth: 3 }), fc.nat(5))
  .map(([body, key, at, other, how]) => {
    const whole = body as { payload: Record<string, unknown> };
    // A job's id is its key, which every answer names.
    whole.payload.parcelId = key;
    const places = [whole as Record<string, unknown>, whole.payload];
    const place = places[at % 2] ?? {};
    const names = Object.keys(place);
    const name = names[at % Math.max(1, names.length)] ?? 'x';
    if (how === 2) place[name] = other;
    if (how === 3) delete place[name];
    if (how === 4) place.AKIAIOSFODNN7EXAMPLE = other;
    return JSON.stringify(whole);
  });
const anyBody = fc.oneof(
  { weight: 6, arbitrary: nearlyRight },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.jsonValue().map((payload) => JSON.stringify({ payload })) },
);
const oddHeaders = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', '', 'a/b;c'),
    'content-encoding': fc.constantFrom('identity', 'gzip'),
    'idempotency-key': fc.oneof(keyText, oddText, fc.constant('x'.repeat(300))),
    traceparent: fc.oneof(oddText, fc.constant(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)),
    'x-amzn-trace-id': fc.oneof(oddText, fc.constant('Root=1-5759e988-bd862e3fe1be46a994272793')),
  },
  { requiredKeys: [] },
);
const anyHeaders = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, oddHeaders);
const requests = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ route: fc.constant<Route>('POST /jobs/{type}'), body: anyBody, headers: anyHeaders }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      route: fc.constantFrom<Route>('GET /jobs/{id}', 'DELETE /jobs/{id}'),
      id: fc.oneof(
        keyText.map((key) => `parcel.ship:${encodeURIComponent(key)}`),
        oddText,
      ),
    }),
  },
);

function eventOf(request: { route: Route; id?: string; body?: string; headers?: object }) {
  const { route, id, body, headers = {} } = request;
  const event: Partial<APIGatewayProxyEventV2> = {
    routeKey: route,
    headers: { ...headers },
    pathParameters: id === undefined ? { type: 'parcel.ship' } : { id },
    ...(body === undefined ? {} : { body }),
  };
  return event;
}

describe('whatever is sent to the API', () => {
  it('is answered as its document says, never with a 5xx, and no value of it comes back', {
    timeout: 60_000,
  }, async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 6 }), async (batch) => {
        const trial = createApiTrial(undefined, parcelShip);
        for (const request of batch) {
          const { status = 0, headers, text, json } = await trial.call(eventOf(request));
          expect(status).toBeLessThan(500);
          expect(fitsDocument(request.route, status, String(headers?.['content-type']), json)).toEqual([]);
          expect(text).not.toContain(SECRET);
          expect(text).not.toMatch(/AKIA|anna@/);
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
        expect(JSON.stringify(trial.logged)).not.toContain(SECRET);
      }),
      { numRuns: 1_000 },
    );
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual([200, 202, 400, 404, 409, 415]);
  });
});
