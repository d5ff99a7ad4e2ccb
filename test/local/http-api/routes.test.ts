import { describe, expect, it } from 'vitest';
import { matchRoute, readRoutes } from '../../../millrace/local/http-api/routes.ts';
import { physicalResources } from '../../../millrace/local/template/physical-resources.ts';

const templateWith = (route: object, integration: object = {}) => ({
  Resources: {
    Handler: { Type: 'AWS::Lambda::Function' },
    Integration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: { 'Fn::GetAtt': ['Handler', 'Arn'] },
        ...integration,
      },
    },
    Route: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        RouteKey: 'POST /jobs/{type}',
        AuthorizationType: 'AWS_IAM',
        Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
        ...route,
      },
    },
  },
});

function withAuthorizer(authorizer: object) {
  const { Resources } = templateWith({ AuthorizationType: 'JWT', AuthorizerId: { Ref: 'Tokens' } });
  const Properties = {
    AuthorizerType: 'JWT',
    IdentitySource: ['$request.header.Authorization'],
    JwtConfiguration: { Issuer: 'https://login.example.com', Audience: ['api'] },
    ...authorizer,
  };
  return { Resources: { ...Resources, Tokens: { Type: 'AWS::ApiGatewayV2::Authorizer', Properties } } };
}

function withStage(stage: object) {
  const { Resources } = templateWith({});
  return { Resources: { ...Resources, Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: stage } } };
}

const read = (template: ReturnType<typeof templateWith>) => readRoutes(template, physicalResources(template));

describe('the routes of a template', () => {
  it('name their function and who may call', () => {
    expect(read(templateWith({}))).toEqual([
      { routeKey: 'POST /jobs/{type}', authorization: 'AWS_IAM', functionName: 'Handler' },
    ]);
  });

  it('are refused where the local run would be more open than the deployed API', () => {
    expect(() => read(templateWith({ AuthorizationType: 'CUSTOM' }))).toThrow("can't do AuthorizationType CUSTOM");
    expect(() => read(templateWith({ AuthorizationScopes: ['jobs'] }))).toThrow("can't do AuthorizationScopes");
  });

  it('name whose tokens open them', () => {
    const [route] = read(withAuthorizer({}));
    expect(route?.authorization).toEqual({ issuer: 'https://login.example.com', audience: ['api'] });
  });

  it.each([
    ['does not check tokens', { AuthorizerType: 'REQUEST' }, 'JWT authorizers with $request.header.Authorization only'],
    ['looks elsewhere for the token', { IdentitySource: ['$request.querystring.token'] }, 'JWT authorizers with'],
    ['names no audience', { JwtConfiguration: { Issuer: 'https://login.example.com' } }, 'no Issuer or no Audience'],
  ])('are refused where their authorizer %s', (_what, authorizer, message) => {
    expect(() => read(withAuthorizer(authorizer))).toThrow(message);
  });

  it('are throttled as the stage says of all, or of them', () => {
    const settings = (rate: number, burst: number) => ({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst });
    const own = { RouteSettings: { 'POST /jobs/{type}': settings(1, 2) } };
    const throttleOf = (stage: object) =>
      read(withStage({ DefaultRouteSettings: settings(7, 9), ...stage }))[0]?.throttle;
    expect(throttleOf({})).toEqual({ requestsPerSecond: 7, burstRequests: 9 });
    expect(throttleOf(own)).toEqual({ requestsPerSecond: 1, burstRequests: 2 });
    expect(() => throttleOf({ RouteSettings: { 'GET /nothing': settings(1, 2) } })).toThrow('GET /nothing');
  });

  it('are refused where they lead to anything but a function', () => {
    expect(() => read(templateWith({}, { IntegrationType: 'HTTP_PROXY' }))).toThrow('Lambda integrations');
  });
});

describe('a request', () => {
  const routes = ['GET /jobs/{id}', 'GET /jobs/dead', 'ANY /jobs/{any}', '$default'].map((routeKey) => ({
    routeKey,
    authorization: 'NONE' as const,
    functionName: 'api',
  }));

  it.each([
    ['GET', '/jobs/dead', 'GET /jobs/dead', {}],
    ['GET', '/jobs/email.send%3Ad%2F1', 'GET /jobs/{id}', { id: 'email.send:d/1' }],
    ['PUT', '/jobs/x', 'ANY /jobs/{any}', { any: 'x' }],
    ['GET', '/jobs/', '$default', {}],
    ['GET', '/jobs/a/b', '$default', {}],
    ['GET', '/jobs/%zz', 'GET /jobs/{id}', { id: '%zz' }],
  ])('finds the most specific route: %s %s', (method, path, routeKey, pathParameters) => {
    expect(matchRoute(routes, method, path)).toMatchObject({ route: { routeKey }, pathParameters });
  });
});
