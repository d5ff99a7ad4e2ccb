import type { EndpointVariables } from '../environment.ts';
import { OperatorError } from '../operator-error.ts';
import { awsStack } from './aws-stack.ts';
import { type LocalRunFile, readLocalRun } from './local-run-file.ts';
import { localStack } from './local-stack.ts';
import type { Project } from './project.ts';
import type { Stack } from './stack.ts';

/** Which stack a command is for, as far as its caller said. */
export interface StackChoice {
  readonly app?: string | undefined;
  readonly stage?: string | undefined;
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
}

/** The local run where one is alive, unless a stage or other endpoints are named. */
export async function openStack(project: Project, choice: StackChoice, endpoints: EndpointVariables): Promise<Stack> {
  const { catalogue, root } = project;
  if (choice.stage === undefined) {
    const run = readLocalRun(root);
    if (run && isAt(run, endpoints)) return localStack(run, catalogue);
    throw new OperatorError(
      run ? 'the AWS_ENDPOINT_URL variables name another place than the local run' : 'no local run is alive',
      'start one with npm start (npx millrace local), or name a deployed stage: --stage dev',
    );
  }
  const app = choice.app ?? project.app;
  if (app === undefined) throw new OperatorError('cdk.json names no app', 'set its context "millrace:app", or --app');
  return awsStack({ ...choice, app, stage: choice.stage, catalogue });
}

/** The run itself may have been started with these variables. */
function isAt(run: LocalRunFile, { sqs, dynamodb }: EndpointVariables): boolean {
  return (sqs ?? run.sqsEndpoint) === run.sqsEndpoint && (dynamodb ?? run.dynamodbEndpoint) === run.dynamodbEndpoint;
}
