import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { devStage } from './fake-stack.ts';
import { fakeTemplate, propertiesOf, theOnly } from './fake-template.ts';

const catalogue = fakeCatalogue(fakeJob());
const template = fakeTemplate({ catalogue });

/** Those of AWS's list for HTTP APIs, but for authorizers, client certificates and Cognito. */
const HTTP_API_VARIABLES = new Set([
  ...['accountId', 'apiId', 'awsEndpointRequestId', 'awsEndpointRequestId2', 'dataProcessed', 'domainName'],
  ...['domainPrefix', 'error.message', 'error.messageString', 'error.responseType', 'extendedRequestId', 'httpMethod'],
  ...['identity.accountId', 'identity.caller', 'identity.principalOrgId', 'identity.sourceIp', 'identity.user'],
  ...['identity.userAgent', 'identity.userArn', 'integration.error', 'integration.integrationStatus'],
  ...['integration.latency', 'integration.requestId', 'integration.status', 'integrationErrorMessage'],
  ...['integrationLatency', 'integrationStatus', 'path', 'protocol', 'requestId', 'requestTime', 'requestTimeEpoch'],
  ...['responseLatency', 'responseLength', 'routeKey', 'stage', 'status'],
]);

describe('the HTTP API', () => {
  it('has two routes, both for signed requests only', () => {
    const routes = propertiesOf(template, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ RouteKey, AuthorizationType }) => [RouteKey, AuthorizationType])).toEqual([
      ['POST /jobs/{type}', 'AWS_IAM'],
      ['GET /jobs/{id}', 'AWS_IAM'],
    ]);
  });

  it('throttles all requests', () => {
    const stage = theOnly(template, 'AWS::ApiGatewayV2::Stage');
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
    });
  });

  it('takes as many requests as the stage says', () => {
    const stage = { ...devStage, apiThrottle: { requestsPerSecond: 7, burstRequests: 9 } };
    const { DefaultRouteSettings } = theOnly(fakeTemplate({ catalogue, stage }), 'AWS::ApiGatewayV2::Stage');
    expect(DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 });
  });

  it('logs who asked for what, how long it took and what went wrong, in variables that an HTTP API knows', () => {
    const { Format } = theOnly(template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings;
    const variables = Object.values<string>(JSON.parse(Format)).map((value) => value.replace('$context.', ''));
    expect(variables).toEqual(expect.arrayContaining(['identity.userArn', 'routeKey', 'path', 'responseLatency']));
    expect(variables).toEqual(expect.arrayContaining(['error.message', 'integrationErrorMessage']));
    expect(variables.filter((variable) => !HTTP_API_VARIABLES.has(variable))).toEqual([]);
  });

  it('is answered by one function that answers before the gateway gives up', () => {
    const handler = propertiesOf(template, 'AWS::Lambda::Function').find(
      ({ Environment }) => Environment.Variables.POWERTOOLS_SERVICE_NAME === 'api',
    );
    expect(handler.Timeout).toBe(15);
    expect(theOnly(template, 'AWS::ApiGatewayV2::Integration').PayloadFormatVersion).toBe('2.0');
  });
});
