import { HttpApi, HttpMethod, type IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { defaults } from '../definition/defaults.ts';
import type { Bundle } from './bundle.ts';
import { BundledFunction } from './bundled-function.ts';
import { createApiStage } from './create-api-stage.ts';
import type { Deployment } from './deployment.ts';
import type { JobsTable } from './jobs-table.ts';
import type { MillraceJobs } from './millrace-jobs.ts';
import type { Stage } from './stage.ts';

/** Half of the 30 s after which an HTTP API gives up: the caller gets the function's answer, not the gateway's. */
const TIMEOUT_SECONDS = 15;

interface JobsApiProps {
  readonly bundle: Bundle;
  readonly jobs: MillraceJobs;
  readonly records: JobsTable;
}

/** The HTTP door, for signed requests or for those with a token: `POST /jobs/{type}`, `GET` and `DELETE /jobs/{id}`. */
export class JobsApi extends Construct {
  constructor(scope: Construct, id: string, deployment: Deployment, { bundle, jobs, records }: JobsApiProps) {
    super(scope, id);
    const { app, stage } = deployment;
    const handler = new BundledFunction(this, 'Handler', deployment, {
      bundle,
      service: 'api',
      description: `HTTP API of ${app} in ${stage.name}`,
      memoryMb: defaults.memoryMb,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    jobs.grantEnqueue(handler.role, ...jobs.all);
    records.grantEveryRecord(handler.role);
    const api = new HttpApi(this, 'Api', {
      apiName: `${app}-${stage.name}-jobs`,
      createDefaultStage: false,
      // Of the API, so that no route is open because it was forgotten.
      defaultAuthorizer: authorizer(stage),
    });
    const integration = new HttpLambdaIntegration('Integration', handler.lambda);
    const routes = [
      ...api.addRoutes({ path: '/jobs/{type}', methods: [HttpMethod.POST], integration }),
      ...api.addRoutes({ path: '/jobs/{id}', methods: [HttpMethod.GET, HttpMethod.DELETE], integration }),
    ];
    createApiStage(this, deployment, { api, routes });
    new CfnOutput(this, 'Url', { value: api.apiEndpoint, description: 'Address of the HTTP API' });
  }
}

function authorizer({ jwt }: Stage): IHttpRouteAuthorizer {
  if (jwt === undefined) return new HttpIamAuthorizer();
  return new HttpJwtAuthorizer('Jwt', jwt.issuer, { jwtAudience: [...jwt.audience] });
}
