import { describe, expect, it } from 'vitest';
import { callServices } from '../../infra/call-services.ts';
import { type Service, stages } from '../../infra/stages.ts';
import { fakeCatalogue, fakeJob } from '../cdk/fake-catalogue.ts';
import { fakeTemplate, propertiesOf } from '../cdk/fake-template.ts';

describe('a job that calls a service', () => {
  it('gets its address, and the name of the secret in which its key is, in words joined by hyphens', () => {
    const stage = stages.dev;
    if (!stage) throw new Error('no stage dev');
    // Longer than any name of today's, as a name to come may be.
    const name: string = 'ON_CALL_ROTA';
    const withOneMore = { ...stage, serviceUrls: { ...stage.serviceUrls, [name]: 'https://rota.example.com' } };
    const template = fakeTemplate({
      catalogue: fakeCatalogue(fakeJob()),
      access: new Map([['parcel-ship', ({ job }) => callServices(job, withOneMore, name as Service)]]),
    });
    expect(propertiesOf(template, 'AWS::Lambda::Function')[0].Environment.Variables).toMatchObject({
      ON_CALL_ROTA_URL: 'https://rota.example.com',
      ON_CALL_ROTA_API_KEY_SECRET: 'millrace/dev/on-call-rota-api-key',
    });
  });
});
