import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  type HttpRoute,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { defaults } from '../definition/defaults.ts';
import type { WebhookDefinition } from '../definition/webhook-definition.ts';
import { webhookNames } from '../definition/webhook-names.ts';
import { acknowledge } from './acknowledge.ts';
import type { Bundle } from './bundle.ts';
import { BundledFunction } from './bundled-function.ts';
import { createApiStage } from './create-api-stage.ts';
import type { Deployment } from './deployment.ts';
import type { JobsTable } from './jobs-table.ts';
import type { MillraceJobs } from './millrace-jobs.ts';
import type { Stage } from './stage.ts';
import { WebhookFunction } from './webhook-function.ts';

/** Half of the 30 s after which an HTTP API gives up: the caller gets the function's answer, not the gateway's. */
const TIMEOUT_SECONDS = 15;

interface JobsApiProps {
  readonly webhooks: readonly WebhookDefinition[];
  /** By file stem: without one named `api` there are no routes but the webhooks'. */
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly jobs: MillraceJobs;
  readonly records: JobsTable;
}

/**
 * The HTTP doors: `POST /jobs/{type}`, `GET` and `DELETE /jobs/{id}` for signed requests or for those with a token, and
 * a `POST /webhooks/<source>` for each provider that signs in its own way.
 */
export class JobsApi extends Construct {
  private readonly api: HttpApi;

  constructor(scope: Construct, id: string, deployment: Deployment, props: JobsApiProps) {
    super(scope, id);
    const { app, stage } = deployment;
    this.api = new HttpApi(this, 'Api', {
      apiName: `${app}-${stage.name}-jobs`,
      createDefaultStage: false,
      // Of the API, so that no route is open because it was forgotten.
      defaultAuthorizer: authorizer(stage),
    });
    const bundle = props.bundles.get('api');
    const webhooks = new Construct(this, 'Webhooks');
    const routes = [
      ...(bundle ? this.addJobs(deployment, bundle, props) : []),
      ...props.webhooks.flatMap((webhook) => this.addWebhook(webhooks, deployment, webhook, props)),
    ];
    createApiStage(this, deployment, { api: this.api, routes });
    new CfnOutput(this, 'Url', { value: this.api.apiEndpoint, description: 'Address of the HTTP API' });
  }

  private addJobs(deployment: Deployment, bundle: Bundle, { jobs, records }: JobsApiProps): HttpRoute[] {
    const handler = new BundledFunction(this, 'Handler', deployment, {
      bundle,
      service: 'api',
      description: `HTTP API of ${deployment.app} in ${deployment.stage.name}`,
      memoryMb: defaults.memoryMb,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    jobs.grantEnqueue(handler.role, ...jobs.all);
    jobs.delays.grantCancel(handler.role);
    records.grantEveryRecord(handler.role);
    const integration = new HttpLambdaIntegration('Integration', handler.lambda);
    return [
      ...this.api.addRoutes({ path: '/jobs/{type}', methods: [HttpMethod.POST], integration }),
      ...this.api.addRoutes({ path: '/jobs/{id}', methods: [HttpMethod.GET, HttpMethod.DELETE], integration }),
    ];
  }

  private addWebhook(
    scope: Construct,
    deployment: Deployment,
    webhook: WebhookDefinition,
    { bundles, jobs, records }: JobsApiProps,
  ): HttpRoute[] {
    const names = webhookNames(webhook.source);
    const bundle = bundles.get(names.bundle);
    if (!bundle) throw new Error(`webhook ${webhook.source}: no bundle named ${names.bundle}`);
    const props = { webhook, bundle, timeoutSeconds: TIMEOUT_SECONDS, jobs, records };
    const { lambda } = new WebhookFunction(scope, webhook.source, deployment, props);
    const routes = this.api.addRoutes({
      path: names.path,
      methods: [HttpMethod.POST],
      integration: new HttpLambdaIntegration(`Webhook-${webhook.source}`, lambda),
      authorizer: new HttpNoneAuthorizer(),
    });
    for (const route of routes) {
      acknowledge(route, {
        'AwsSolutions-APIG4':
          'A provider knows neither IAM nor our tokens: the function takes what is signed with the provider’s secret.',
      });
    }
    return routes;
  }
}

function authorizer({ jwt }: Stage): IHttpRouteAuthorizer {
  if (jwt === undefined) return new HttpIamAuthorizer();
  return new HttpJwtAuthorizer('Jwt', jwt.issuer, { jwtAudience: [...jwt.audience] });
}
