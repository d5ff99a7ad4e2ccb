export interface EngineAddresses {
  readonly sqs: string | undefined;
  readonly dynamodb: string | undefined;
}

/** The engines that the contract is run on; where none is named, the tests start an embedded one. */
export function engineAddresses(): EngineAddresses {
  const { MILLRACE_CONTRACT_SQS_ENDPOINT: sqs, MILLRACE_CONTRACT_DYNAMODB_ENDPOINT: dynamodb } = process.env;
  return { sqs: sqs || undefined, dynamodb: dynamodb || undefined };
}
