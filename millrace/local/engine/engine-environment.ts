import { localAccount } from '../template/local-account.ts';

/** The variables that point an AWS SDK or the AWS CLI at an engine. */
export function engineEnvironment(endpoint: string): Readonly<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: localAccount.region,
    AWS_ACCESS_KEY_ID: localAccount.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAccount.secretAccessKey,
  };
}
