/** Where the AWS SDK is told to find SQS and DynamoDB, if anywhere but in AWS. */
export interface EndpointVariables {
  readonly sqs: string | undefined;
  readonly dynamodb: string | undefined;
}

export function readEndpointVariables(): EndpointVariables {
  const { AWS_ENDPOINT_URL: all, AWS_ENDPOINT_URL_SQS: sqs, AWS_ENDPOINT_URL_DYNAMODB: dynamodb } = process.env;
  return { sqs: sqs || all || undefined, dynamodb: dynamodb || all || undefined };
}

/** DEBUG set to anything shows stack traces, as `--verbose` does. */
export function wantsStackTraces(): boolean {
  return Boolean(process.env.DEBUG);
}
