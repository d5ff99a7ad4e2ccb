import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, propertiesOf, theOnly } from './fake-template.ts';

const template = fakeTemplate({ catalogue: fakeCatalogue(fakeJob()) });

describe('the HTTP API', () => {
  it('has two routes, both for signed requests only', () => {
    const routes = propertiesOf(template, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ RouteKey, AuthorizationType }) => [RouteKey, AuthorizationType])).toEqual([
      ['POST /jobs/{type}', 'AWS_IAM'],
      ['GET /jobs/{id}', 'AWS_IAM'],
    ]);
  });

  it('logs each request and throttles them all', () => {
    const stage = theOnly(template, 'AWS::ApiGatewayV2::Stage');
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
    });
    expect(stage.AccessLogSettings.Format).toContain('$context.requestId');
  });

  it('is answered by one function that answers before the gateway gives up', () => {
    const handler = propertiesOf(template, 'AWS::Lambda::Function').find(
      ({ Environment }) => Environment.Variables.POWERTOOLS_SERVICE_NAME === 'api',
    );
    expect(handler.Timeout).toBe(15);
    expect(theOnly(template, 'AWS::ApiGatewayV2::Integration').PayloadFormatVersion).toBe('2.0');
  });
});
