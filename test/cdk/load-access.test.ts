import { join } from 'node:path';
import { loadAccess, referToSecret } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, propertiesOf } from './fake-template.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const catalogue = fakeCatalogue(fakeJob(), fakeJob({ type: 'invoice.post' }));

describe('the access files of an app', () => {
  it('are found by the stem of their job, and are optional', async () => {
    const access = await loadAccess(join(fixtures, 'access'));
    expect([...access.keys()]).toEqual(['parcel-ship']);
    const urls = propertiesOf(fakeTemplate({ catalogue, access }), 'AWS::Lambda::Function').map(
      ({ Environment }) => Environment.Variables.CARRIER_URL,
    );
    expect(urls).toEqual(['https://carrier.prod.example.com', undefined, undefined, undefined]);
  });

  it('may be none at all', async () => {
    expect(await loadAccess(join(fixtures, 'no-such-folder'))).toEqual(new Map());
  });

  it('are refused when they export no access', async () => {
    await expect(loadAccess(join(fixtures, 'empty-access'))).rejects.toThrow(
      'empty-access/parcel-ship.ts exports no function named access',
    );
  });
});

describe('a secret that a job needs', () => {
  const template = fakeTemplate({
    catalogue,
    access: new Map([
      [
        'parcel-ship',
        ({ job }) => {
          referToSecret(job.function, 'CARRIER_API_KEY_SECRET', 'shop/prod/carrier');
          referToSecret(job.function, 'MAPS_API_KEY_SECRET', 'shop/prod/maps');
        },
      ],
    ]),
  });
  const [consumer, other] = propertiesOf(template, 'AWS::Lambda::Function');

  it('is in the template by name only', () => {
    expect(consumer.Environment.Variables).toMatchObject({
      CARRIER_API_KEY_SECRET: 'shop/prod/carrier',
      MAPS_API_KEY_SECRET: 'shop/prod/maps',
    });
    expect(JSON.stringify(template.toJSON())).not.toContain('{{resolve:');
  });

  it('may be read and not so much as described, and no other secret of the account', () => {
    const statements = propertiesOf(template, 'AWS::IAM::Policy').flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    );
    const [statement, ...others] = statements.filter((one) => JSON.stringify(one).includes('secretsmanager:'));
    expect(others).toEqual([]);
    expect(statement.Action).toBe('secretsmanager:GetSecretValue');
    expect(JSON.stringify(statement.Resource).match(/:secret:[^"]*/g)).toEqual([
      ':secret:shop/prod/carrier-??????',
      ':secret:shop/prod/maps-??????',
    ]);
  });

  it('may be read by its function alone, which gets the extension that reads it', () => {
    const statements = propertiesOf(template, 'AWS::IAM::Policy').map(({ PolicyDocument, PolicyName }) => [
      PolicyName.slice(0, 12),
      JSON.stringify(PolicyDocument).includes('secretsmanager:GetSecretValue'),
    ]);
    expect(statements).toEqual([
      ['DelaysRoleDe', false],
      ['Jobsparcelsh', true],
      ['Jobsinvoicep', false],
      ['ApiHandlerRo', false],
      ['SweeperHandl', false],
      ['SweeperEachM', false],
    ]);
    expect(consumer.Layers).toHaveLength(1);
    expect(other.Layers).toBeUndefined();
  });
});
