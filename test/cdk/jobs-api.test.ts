import type { Stage } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { devStage } from './fake-stack.ts';
import { fakeTemplate, propertiesOf, theOnly } from './fake-template.ts';

const catalogue = fakeCatalogue(fakeJob());
const template = fakeTemplate({ catalogue });
const tokenStage: Stage = { ...devStage, jwt: { issuer: 'https://login.example.com/', audience: ['api', 'web'] } };

/** Those of AWS's list for HTTP APIs, but for Lambda authorizers, client certificates and Cognito. */
const HTTP_API_VARIABLES = new Set([
  ...['authorizer.claims.sub', 'authorizer.error'],
  ...['accountId', 'apiId', 'awsEndpointRequestId', 'awsEndpointRequestId2', 'dataProcessed', 'domainName'],
  ...['domainPrefix', 'error.message', 'error.messageString', 'error.responseType', 'extendedRequestId', 'httpMethod'],
  ...['identity.accountId', 'identity.caller', 'identity.principalOrgId', 'identity.sourceIp', 'identity.user'],
  ...['identity.userAgent', 'identity.userArn', 'integration.error', 'integration.integrationStatus'],
  ...['integration.latency', 'integration.requestId', 'integration.status', 'integrationErrorMessage'],
  ...['integrationLatency', 'integrationStatus', 'path', 'protocol', 'requestId', 'requestTime', 'requestTimeEpoch'],
  ...['responseLatency', 'responseLength', 'routeKey', 'stage', 'status'],
]);

describe('the HTTP API', () => {
  const authorizations = (of: typeof template) =>
    propertiesOf(of, 'AWS::ApiGatewayV2::Route').map(({ RouteKey, AuthorizationType }) => [
      RouteKey,
      AuthorizationType,
    ]);

  it('has three routes, all for signed requests only', () => {
    expect(authorizations(template)).toEqual([
      ['POST /jobs/{type}', 'AWS_IAM'],
      ['GET /jobs/{id}', 'AWS_IAM'],
      ['DELETE /jobs/{id}', 'AWS_IAM'],
    ]);
  });

  it('has no route for jobs that asks nobody who calls, with tokens or without', () => {
    for (const of of [template, fakeTemplate({ catalogue, stage: tokenStage })]) {
      const jobs = authorizations(of).filter(([routeKey]) => / \/jobs\b/.test(routeKey));
      expect(jobs).toHaveLength(3);
      expect(jobs.filter(([, type]) => type !== 'AWS_IAM' && type !== 'JWT')).toEqual([]);
    }
  });

  it('is for tokens of one issuer, for one of these audiences, where the stage says so', () => {
    const tokens = fakeTemplate({ catalogue, stage: tokenStage });
    expect(theOnly(tokens, 'AWS::ApiGatewayV2::Authorizer')).toMatchObject({
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Issuer: 'https://login.example.com/', Audience: ['api', 'web'] },
    });
    const [authorizerId] = Object.keys(tokens.findResources('AWS::ApiGatewayV2::Authorizer'));
    for (const { AuthorizationType, AuthorizerId } of propertiesOf(tokens, 'AWS::ApiGatewayV2::Route')) {
      expect([AuthorizationType, AuthorizerId]).toEqual(['JWT', { Ref: authorizerId }]);
    }
  });

  it.each([
    [
      'an issuer that is no address',
      { issuer: 'login', audience: ['api'] as const },
      'stage.jwt.issuer: "login" given',
    ],
    ['an issuer anyone could speak for', { issuer: 'http://a.example', audience: ['api'] as const }, 'https://login'],
    [
      'tokens for nobody',
      { issuer: 'https://a.example', audience: [''] as const },
      'stage.jwt.audience: nothing given',
    ],
  ])('refuses %s', (_what, jwt, message) => {
    expect(() => fakeTemplate({ catalogue, stage: { ...devStage, jwt } })).toThrow(message);
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

  it('takes as many on one route as the stage says of that one', () => {
    const routes = { 'GET /jobs/{id}': { requestsPerSecond: 1000, burstRequests: 2000 } };
    const stage = { ...devStage, apiThrottle: { requestsPerSecond: 7, burstRequests: 9, routes } };
    const throttled = fakeTemplate({ catalogue, stage });
    const { DefaultRouteSettings, RouteSettings } = theOnly(throttled, 'AWS::ApiGatewayV2::Stage');
    expect(DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 });
    expect(RouteSettings).toEqual({ 'GET /jobs/{id}': { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 } });
    const [{ DependsOn } = { DependsOn: [] }] = Object.values(throttled.findResources('AWS::ApiGatewayV2::Stage'));
    expect(DependsOn).toEqual(expect.arrayContaining(Object.keys(throttled.findResources('AWS::ApiGatewayV2::Route'))));
  });

  it('refuses a throttle of a route that it has not', () => {
    const routes = { 'POST /webhooks/unknown': { requestsPerSecond: 1, burstRequests: 1 } } as const;
    const stage = { ...devStage, apiThrottle: { requestsPerSecond: 7, burstRequests: 9, routes } };
    expect(() => fakeTemplate({ catalogue, stage })).toThrow(
      'apiThrottle.routes: POST /webhooks/unknown given; the routes are POST /jobs/{type}, GET /jobs/{id}',
    );
  });

  it('logs who asked for what, how long it took and what went wrong, in variables that an HTTP API knows', () => {
    const { Format } = theOnly(template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings;
    const variables = Object.values<string>(JSON.parse(Format)).map((value) => value.replace('$context.', ''));
    expect(variables).toEqual(expect.arrayContaining(['identity.userArn', 'routeKey', 'path', 'responseLatency']));
    expect(variables).toEqual(expect.arrayContaining(['authorizer.claims.sub', 'authorizer.error']));
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
