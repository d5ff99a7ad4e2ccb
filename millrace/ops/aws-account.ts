import { SQSClient } from '@aws-sdk/client-sqs';

export interface AwsAccount {
  readonly region: string;
  readonly accessKeyId: string;
}

/** Absent: as AWS's own tools would choose. */
export interface AwsAccountChoice {
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  /** The caller's own option that names a Region, for whoever has none. */
  readonly regionOption?: string;
}

/** No credentials or no Region where AWS is about to be called. */
export class NoAwsAccountError extends Error {
  override readonly name = 'NoAwsAccountError';
}

/** The Region and credentials that AWS's own tools would use here; asks nobody but the machine's configuration. */
export async function findAwsAccount(choice: AwsAccountChoice = {}): Promise<AwsAccount> {
  const { region: given, profile, regionOption } = choice;
  const { config } = new SQSClient({
    ...(given === undefined ? {} : { region: given }),
    ...(profile === undefined ? {} : { profile }),
  });
  const region = await config.region().catch((cause: unknown) => {
    const first = regionOption === undefined ? 'set AWS_REGION' : `give ${regionOption}, set AWS_REGION`;
    throw new NoAwsAccountError(`no AWS Region: ${first}, or run aws configure`, { cause });
  });
  const credentials = await config.credentials().catch((cause: unknown) => {
    const next = 'run aws sso login, choose a profile with AWS_PROFILE, or set AWS_ACCESS_KEY_ID and its secret';
    throw new NoAwsAccountError(`no AWS credentials: ${next}`, { cause });
  });
  return { region, accessKeyId: credentials.accessKeyId };
}
