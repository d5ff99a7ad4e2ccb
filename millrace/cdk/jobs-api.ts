import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { defaults } from '../definition/defaults.ts';
import { accessLogFormat } from './access-log-format.ts';
import type { Bundle } from './bundle.ts';
import { BundledFunction } from './bundled-function.ts';
import { type Deployment, removalPolicy } from './deployment.ts';
import type { JobsTable } from './jobs-table.ts';
import type { MillraceJobs } from './millrace-jobs.ts';
import type { ApiThrottle } from './stage.ts';

/** Half of the 30 s after which an HTTP API gives up: the caller gets the function's answer, not the gateway's. */
const TIMEOUT_SECONDS = 15;
/** Guards the account's 10,000 requests a second, which all APIs of a Region share, against one loop gone wild. */
const DEFAULT_THROTTLE: ApiThrottle = { requestsPerSecond: 100, burstRequests: 200 };

interface JobsApiProps {
  readonly bundle: Bundle;
  readonly jobs: MillraceJobs;
  readonly records: JobsTable;
}

/** The HTTP door: `POST /jobs/{type}` and `GET /jobs/{id}`, signed requests only. */
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
      defaultAuthorizer: new HttpIamAuthorizer(),
    });
    const integration = new HttpLambdaIntegration('Integration', handler.lambda);
    api.addRoutes({ path: '/jobs/{type}', methods: [HttpMethod.POST], integration });
    api.addRoutes({ path: '/jobs/{id}', methods: [HttpMethod.GET], integration });
    const { requestsPerSecond, burstRequests } = stage.apiThrottle ?? DEFAULT_THROTTLE;
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: stage.logRetention,
      removalPolicy: removalPolicy(stage),
    });
    new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: burstRequests },
      accessLogSettings: { destination: new LogGroupLogDestination(logs), format: accessLogFormat },
    });
    new CfnOutput(this, 'Url', { value: api.apiEndpoint, description: 'Address of the HTTP API' });
  }
}
