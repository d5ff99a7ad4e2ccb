import { defineWebhook } from 'millrace';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { readRoutes } from '../../../millrace/local/http-api/routes.ts';
import { physicalResources } from '../../../millrace/local/template/physical-resources.ts';
import { fakeCatalogue, fakeJob } from '../../cdk/fake-catalogue.ts';
import { devStage } from '../../cdk/fake-stack.ts';
import { fakeTemplate } from '../../cdk/fake-template.ts';

const job = fakeJob();
const bank = defineWebhook({
  ...{ source: 'bank', signature: { scheme: 'github' }, secret: 'shop/bank', events: z.object({}), jobs: [job] },
  job: () => undefined,
});

it('the local run reads what the stack synthesises: who may call each route, and how often', () => {
  const template = fakeTemplate({
    catalogue: { ...fakeCatalogue(job), webhooks: [bank] },
    stage: {
      ...devStage,
      jwt: { issuer: 'https://login.example.com', audience: ['api'] },
      apiThrottle: {
        ...{ requestsPerSecond: 100, burstRequests: 200 },
        routes: { 'POST /webhooks/bank': { requestsPerSecond: 5, burstRequests: 10 } },
      },
    },
  }).toJSON();
  const tokens = { issuer: 'https://login.example.com', audience: ['api'] };
  const [most, few] = [
    { requestsPerSecond: 100, burstRequests: 200 },
    { requestsPerSecond: 5, burstRequests: 10 },
  ];
  const functionName = expect.stringMatching(/^ApiHandlerFunction/);
  expect(readRoutes(template, physicalResources(template))).toEqual([
    { routeKey: 'POST /jobs/{type}', authorization: tokens, throttle: most, functionName },
    { routeKey: 'GET /jobs/{id}', authorization: tokens, throttle: most, functionName },
    { routeKey: 'DELETE /jobs/{id}', authorization: tokens, throttle: most, functionName },
    {
      ...{ routeKey: 'POST /webhooks/bank', authorization: 'NONE', throttle: few },
      functionName: expect.stringMatching(/^ApiWebhooksbankHandlerFunction/),
    },
  ]);
});
