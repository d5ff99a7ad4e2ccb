import { App } from 'aws-cdk-lib/core';
import { defineWebhook, type JobDefinition } from 'millrace';
import { functionEntries, MillraceStack } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { devStage, prodStage } from './fake-stack.ts';
import { fakeTemplate, propertiesOf, theOnly } from './fake-template.ts';

const parcelShip = fakeJob();
const invoicePost = fakeJob({ type: 'invoice.post', owner: 'finance' });
const hook = (source: string, job: JobDefinition) =>
  defineWebhook({
    ...{ source, signature: { scheme: 'github' }, secret: 'shop/{stage}/hooks', events: z.object({}), jobs: [job] },
    job: () => undefined,
  });
const catalogue = {
  ...fakeCatalogue(parcelShip, invoicePost),
  webhooks: [hook('shop-orders', parcelShip), hook('bank', invoicePost)],
};
const template = fakeTemplate({ catalogue });

const functionOf = (service: string, of = template) =>
  propertiesOf(of, 'AWS::Lambda::Function').find(
    ({ Environment }) => Environment.Variables.POWERTOOLS_SERVICE_NAME === service,
  );
/** What its role may do, but for writing its log. */
const rightsOf = (service: string) => {
  const [role] = functionOf(service).Role['Fn::GetAtt'];
  const policies = propertiesOf(template, 'AWS::IAM::Policy').filter(({ Roles }) => Roles[0].Ref === role);
  const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements.filter(({ Action }) => ![Action].flat().includes('logs:PutLogEvents'));
};

describe('a webhook', () => {
  it('has a route of its own, literally, without an authorizer: its provider knows none', () => {
    const routes = propertiesOf(template, 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ RouteKey, AuthorizationType }) => [RouteKey, AuthorizationType])).toEqual([
      ['POST /jobs/{type}', 'AWS_IAM'],
      ['GET /jobs/{id}', 'AWS_IAM'],
      ['DELETE /jobs/{id}', 'AWS_IAM'],
      ['POST /webhooks/shop-orders', 'NONE'],
      ['POST /webhooks/bank', 'NONE'],
    ]);
  });

  it('has a function of its own, in its file', () => {
    expect(functionOf('webhooks/shop-orders')).toMatchObject({
      Description: 'Takes the events of shop-orders',
      Timeout: 15,
    });
    expect([...functionEntries(catalogue)].slice(2)).toEqual([
      ['webhooks/shop-orders', 'functions/webhooks/shop-orders.ts'],
      ['webhooks/bank', 'functions/webhooks/bank.ts'],
      ['api', 'functions/api.ts'],
      ['sweeper', 'functions/sweeper.ts'],
    ]);
  });

  it('reads its secret, saves and sends its jobs, and may do nothing else', () => {
    const rights = rightsOf('webhooks/shop-orders');
    const actions = rights.flatMap(({ Action }) => Action).sort();
    expect(actions).toEqual([
      ...['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'secretsmanager:GetSecretValue'],
      ...['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
    ]);
    const resources = JSON.stringify(rights.map(({ Resource }) => Resource));
    expect(resources).toContain(':secret:shop/prod/hooks-??????');
    expect(resources).toContain('JobsparcelshipQueues');
    expect(resources).not.toContain('Jobsinvoicepost');
    const keys = rights.flatMap(
      ({ Condition }) => Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'] ?? [],
    );
    expect(keys).toEqual(['parcel.ship:*']);
  });

  it.each([
    ['prod', prodStage],
    ['dev', devStage],
  ])('is told the name of its secret in %s, and never a value', (name, stage) => {
    const of = fakeTemplate({ catalogue, stage });
    const { Environment, Layers } = functionOf('webhooks/shop-orders', of);
    expect(Environment.Variables).toMatchObject({
      SHOP_ORDERS_WEBHOOK_SECRET: `shop/${name}/hooks`,
      PARAMETERS_SECRETS_EXTENSION_CACHE_ENABLED: 'false',
    });
    expect(Layers).toHaveLength(1);
    expect(JSON.stringify(of.toJSON())).not.toMatch(/resolve:|SecretString|GenerateSecretString/);
  });

  it('has a throttle of its own where the stage says so', () => {
    const routes = { 'POST /webhooks/bank': { requestsPerSecond: 5, burstRequests: 10 } } as const;
    const stage = { ...devStage, apiThrottle: { requestsPerSecond: 100, burstRequests: 200, routes } };
    expect(theOnly(fakeTemplate({ catalogue, stage }), 'AWS::ApiGatewayV2::Stage').RouteSettings).toEqual({
      'POST /webhooks/bank': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 },
    });
  });

  it('stays open for its provider where the stage’s callers show tokens', () => {
    const stage = { ...devStage, jwt: { issuer: 'https://login.example.com', audience: ['api'] as const } };
    const routes = propertiesOf(fakeTemplate({ catalogue, stage }), 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ AuthorizationType }) => AuthorizationType)).toEqual(['JWT', 'JWT', 'JWT', 'NONE', 'NONE']);
  });

  it('needs no HTTP API for jobs beside it', () => {
    const routes = propertiesOf(fakeTemplate({ catalogue, api: false }), 'AWS::ApiGatewayV2::Route');
    expect(routes.map(({ RouteKey }) => RouteKey)).toEqual(['POST /webhooks/shop-orders', 'POST /webhooks/bank']);
  });

  it('is missed where its code is not bundled', () => {
    const { owners, jobs } = fakeCatalogue();
    const one = { owners, jobs, webhooks: [hook('bank', invoicePost)] };
    const stack = () =>
      new MillraceStack(new App(), { app: 'shop', stage: devStage, catalogue: one, bundles: new Map() });
    expect(stack).toThrow('webhook bank: no bundle named webhooks/bank');
  });
});
