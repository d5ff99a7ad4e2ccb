import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { tableName } from '../definition/job-stem.ts';
import { acknowledge } from './acknowledge.ts';
import type { Bundle } from './bundle.ts';
import { type Deployment, removalPolicy } from './deployment.ts';

interface BundledFunctionProps {
  readonly bundle: Bundle;
  /** Name under which it logs. */
  readonly service: string;
  readonly description: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A function of Millrace's: ARM64, Node 24, JSON logs kept for the stage's retention, a role of its own. */
export class BundledFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, deployment: Deployment, props: BundledFunctionProps) {
    super(scope, id);
    const { app, stage } = deployment;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logRetention,
      removalPolicy: removalPolicy(stage),
    });
    // Not the managed basic execution role: that one may write to every log group of the account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(this.role);
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(props.bundle.folder),
      handler: 'index.handler',
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: {
        MILLRACE_APP: app,
        MILLRACE_STAGE: stage.name,
        MILLRACE_TABLE_NAME: tableName(app, stage.name),
        MILLRACE_CODE_VERSION: props.bundle.version,
        POWERTOOLS_SERVICE_NAME: props.service,
        // With the maps beside the bundles, so that a logged stack names a .ts file and line.
        NODE_OPTIONS: '--enable-source-maps',
        ...props.environment,
      },
    });
    acknowledge(this.lambda, {
      'Serverless::Serverless-LambdaTracing':
        'X-Ray costs 40 to 100 ms of every cold start; the traceparent in log lines links a job across functions.',
      'Serverless::Serverless-LambdaDLQ':
        'Invoked synchronously, by an event source mapping or an API: only asynchronous invocations use this target.',
    });
  }
}
