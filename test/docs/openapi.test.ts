import SwaggerParser from '@apidevtools/swagger-parser';
import { allow, defineCatalogue, defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { catalogue } from '../../jobs/index.ts';
import { openApiDocument } from '../../millrace/ops/open-api/open-api-document.ts';
import { readProjectFile } from '../architecture/project-files.ts';

const owners = { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } };
const spec = { owner: 'logistics', replay: { rule: 'safe' } } as const;
const oddJobs = defineCatalogue({
  owners,
  jobs: [
    defineJob({
      ...spec,
      type: 'parcel.ship',
      payload: z.object({
        parcelId: z.uuid(),
        weights: z.array(z.object({ grams: z.int().default(1) })),
        at: z.iso.datetime().optional(),
        route: z.discriminatedUnion('by', [
          z.object({ by: z.literal('air'), flightId: z.string() }),
          z.object({ by: z.literal('sea'), shipId: z.string() }),
        ]),
        marks: z.record(z.string(), z.int()),
        note: allow(
          z.string().transform((text) => text.length),
          'a mark',
        ).optional(),
      }),
      idempotencyKey: 'parcelId',
      priorities: ['high', 'low'],
    }),
    defineJob({
      ...spec,
      type: 'parcel.track',
      payload: z.object({ parcelId: z.string(), legId: z.string() }),
      idempotencyKey: ['parcelId', 'legId'],
      orderedBy: 'parcelId',
    }),
  ],
});
// The parser takes objects of its own type, and resolves them in place.
const parse = (document: object) => SwaggerParser.validate(structuredClone(document) as never);

describe('the OpenAPI document', () => {
  it('is that of the catalogue: where this fails, run npm run docs', () => {
    const document = openApiDocument(catalogue, cdkJson.context['millrace:app']);
    expect(JSON.parse(readProjectFile('docs/openapi.json'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it.each([
    ['the catalogue', catalogue],
    ['jobs of every kind', oddJobs],
    ['no job at all', defineCatalogue({ owners, jobs: [] })],
  ])('of %s is valid for its parser', async (_what, { jobs }) => {
    await expect(parse(openApiDocument({ jobs }, 'shop'))).resolves.toMatchObject({ openapi: '3.1.0' });
  });

  it('says what a request may give, undeclared fields excepted, and which key the server may make', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(oddJobs, 'shop')));
    const bodyOf = (type: string) =>
      document.paths[`/jobs/${type}`].post.requestBody.content['application/json'].schema;
    expect(bodyOf('parcel.ship')).toMatchObject({
      required: ['payload'],
      additionalProperties: false,
      properties: {
        payload: {
          required: ['weights', 'route', 'marks'],
          additionalProperties: false,
          properties: {
            parcelId: { type: 'string', format: 'uuid' },
            weights: { items: { additionalProperties: false, properties: { grams: { default: 1 } } } },
          },
        },
        priority: { enum: ['high', 'low'], default: 'low' },
        delaySeconds: { maximum: 31_536_000 },
      },
    });
    expect(bodyOf('parcel.track').properties).not.toHaveProperty('delaySeconds');
    expect(bodyOf('parcel.track').properties.payload.required).toEqual(['parcelId', 'legId']);
  });
});
