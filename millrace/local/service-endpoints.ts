import { type EngineProcess, type EngineProcessOptions, startEngineProcess } from './engine-process.ts';
import { processEnvironment } from './environment.ts';

/** Where SQS and DynamoDB answer, and the embedded engine where it is one of them. */
export interface ServiceEndpoints {
  readonly sqs: string;
  readonly dynamodb: string;
  readonly engine: EngineProcess | undefined;
  /** True where SQS is the embedded engine: its time can be moved. */
  readonly timeCanMove: boolean;
}

/** The SDK's endpoint variables put another engine in place; the embedded one serves what they leave. */
export async function openServiceEndpoints(engineOptions: EngineProcessOptions): Promise<ServiceEndpoints> {
  const { AWS_ENDPOINT_URL: all, AWS_ENDPOINT_URL_SQS, AWS_ENDPOINT_URL_DYNAMODB } = processEnvironment();
  const sqs = AWS_ENDPOINT_URL_SQS || all;
  const dynamodb = AWS_ENDPOINT_URL_DYNAMODB || all;
  if (sqs && dynamodb) return { sqs, dynamodb, engine: undefined, timeCanMove: false };
  const engine = await startEngineProcess(engineOptions);
  return { sqs: sqs || engine.endpoint, dynamodb: dynamodb || engine.endpoint, engine, timeCanMove: !sqs };
}

/** The variables by which a function's SDK finds them. */
export function endpointVariables(
  { sqs, dynamodb, engine }: ServiceEndpoints,
  schedulerEndpoint: string,
): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: certificates } = processEnvironment();
  return {
    AWS_ENDPOINT_URL: engine?.endpoint ?? sqs,
    AWS_ENDPOINT_URL_SQS: sqs,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SCHEDULER: schedulerEndpoint,
    // Another engine may serve TLS with a certificate of its own.
    ...(certificates && [sqs, dynamodb].some((url) => url.startsWith('https:'))
      ? { NODE_EXTRA_CA_CERTS: certificates }
      : {}),
  };
}
