import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/api.ts';
import { catalogue } from '../../jobs/index.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the HTTP API', () => {
  it('knows the jobs of the catalogue, and says which when it is asked for another', async () => {
    const environment = { MILLRACE_APP: 'shop', MILLRACE_STAGE: 'dev', MILLRACE_TABLE_NAME: 'shop-dev-records' };
    for (const [variable, value] of Object.entries({ ...environment, AWS_REGION: 'us-east-1' })) {
      vi.stubEnv(variable, value);
    }
    const event = {
      requestContext: { authorizer: { iam: {} } },
      routeKey: 'POST /jobs/{type}',
      pathParameters: { type: 'no.such' },
      body: '{"payload":{}}',
    };
    const answer = await handler(event as unknown as APIGatewayProxyEventV2); // the handler reads these alone
    expect(answer.statusCode).toBe(404);
    for (const { type } of catalogue.jobs) expect(answer.body).toContain(type);
  });
});
