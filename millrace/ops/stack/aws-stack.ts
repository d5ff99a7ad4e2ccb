import type { Catalogue } from '../../definition/catalogue.ts';
import { tableName } from '../../definition/job-stem.ts';
import { findAwsAccount } from '../aws-account.ts';
import { connect } from './connect.ts';
import { isProduction } from './is-production.ts';
import type { Stack } from './stack.ts';

export interface AwsStackOptions {
  readonly app: string;
  readonly stage: string;
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  readonly catalogue: Catalogue;
}

/** A deployed stack, with the credentials and Region that AWS's own tools would use here. */
export async function awsStack({ app, stage, region, profile, catalogue }: AwsStackOptions): Promise<Stack> {
  const account = await findAwsAccount({ region, profile, regionOption: '--region' });
  return {
    ...connect({ app, stage, tableName: tableName(app, stage), region: account.region, profile }),
    ...{ app, stage, catalogue },
    place: `${app}-${stage} in ${account.region}`,
    isProduction: isProduction(stage),
  };
}
