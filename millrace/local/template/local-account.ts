/** The account, region and credentials that stand for AWS on a laptop. Never the caller's own. */
export const localAccount = {
  accountId: '000000000000',
  region: 'us-east-1',
  accessKeyId: 'local',
  secretAccessKey: 'local',
} as const;

export function localArn(service: string, resource: string, { regional = true } = {}): string {
  return `arn:aws:${service}:${regional ? localAccount.region : ''}:${localAccount.accountId}:${resource}`;
}
