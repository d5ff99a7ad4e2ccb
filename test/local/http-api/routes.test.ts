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

const read = (template: ReturnType<typeof templateWith>) => readRoutes(template, physicalResources(template));

describe('the routes of a template', () => {
  it('name their function and who may call', () => {
    expect(read(templateWith({}))).toEqual([
      { routeKey: 'POST /jobs/{type}', authorization: 'AWS_IAM', functionName: 'Handler' },
    ]);
  });

  it('are refused where the local run would be more open than the deployed API', () => {
    expect(() => read(templateWith({ AuthorizationType: 'JWT' }))).toThrow("can't do AuthorizationType JWT");
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
