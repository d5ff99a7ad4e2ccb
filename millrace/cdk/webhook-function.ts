import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { defaults } from '../definition/defaults.ts';
import type { WebhookDefinition } from '../definition/webhook-definition.ts';
import { webhookNames } from '../definition/webhook-names.ts';
import type { Bundle } from './bundle.ts';
import { BundledFunction } from './bundled-function.ts';
import type { Deployment } from './deployment.ts';
import type { JobsTable } from './jobs-table.ts';
import type { MillraceJobs } from './millrace-jobs.ts';
import { referToSecret } from './refer-to-secret.ts';

/** Where AWS's secrets extension listens unless it is told otherwise; a local run puts another in its place. */
const EXTENSION_PORT = '2773';

interface WebhookFunctionProps {
  readonly webhook: WebhookDefinition;
  readonly bundle: Bundle;
  readonly timeoutSeconds: number;
  readonly jobs: MillraceJobs;
  readonly records: JobsTable;
}

/** What takes a provider's events: it reads its own secret, and saves and sends the jobs that it names, and no others. */
export class WebhookFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, deployment: Deployment, props: WebhookFunctionProps) {
    super(scope, id);
    const { webhook, bundle, timeoutSeconds, jobs, records } = props;
    const names = webhookNames(webhook.source);
    const handler = new BundledFunction(this, 'Handler', deployment, {
      ...{ bundle, service: names.bundle, memoryMb: defaults.memoryMb, timeoutSeconds },
      description: `Takes the events of ${webhook.source}`,
      environment: {
        PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: EXTENSION_PORT,
        // The handler keeps the secret itself, and must see a rotation when it looks again.
        PARAMETERS_SECRETS_EXTENSION_CACHE_ENABLED: 'false',
      },
    });
    this.lambda = handler.lambda;
    referToSecret(handler.lambda, names.secretVariable, webhook.secret.replaceAll('{stage}', deployment.stage.name));
    jobs.grantSend(handler.role, ...webhook.jobs);
    for (const job of webhook.jobs) records.grantSaving(handler.role, job);
  }
}
