import { join } from 'node:path';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { App, type Environment } from 'aws-cdk-lib/core';
import type { Catalogue } from 'millrace';
import { type Access, MillraceStack, type Stage } from 'millrace/cdk';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { jobStem } from '../../millrace/definition/job-stem.ts';
import { webhookNames } from '../../millrace/definition/webhook-names.ts';

const bundle = { folder: join(import.meta.dirname, 'fixtures/bundle'), version: 'fixture' };

export const devStage: Stage = { name: 'dev', keepsData: false, pages: false, logRetention: RetentionDays.ONE_WEEK };
export const prodStage: Stage = { name: 'prod', keepsData: true, pages: true, logRetention: RetentionDays.ONE_MONTH };

export interface FakeStackOptions {
  readonly catalogue: Catalogue;
  readonly stage?: Stage;
  readonly access?: ReadonlyMap<string, Access>;
  readonly runbookUrl?: string;
  readonly env?: Environment;
  readonly tags?: Readonly<Record<string, string>>;
  /** Whether there is a bundle for the HTTP API. */
  readonly api?: boolean;
  /** Bundles that are missing. */
  readonly without?: readonly string[];
}

/** The stack of app "shop", with the flags of cdk.json and one tiny bundle for every function. */
export function fakeStack(options: FakeStackOptions): MillraceStack {
  const { catalogue, stage = prodStage, api = true, without = [], ...rest } = options;
  const stems = [
    ...catalogue.jobs.map((job) => jobStem(job.type)),
    ...(catalogue.webhooks ?? []).map(({ source }) => webhookNames(source).bundle),
    ...(api ? ['api'] : []),
    ...(api || (catalogue.webhooks ?? []).length > 0 ? ['sweeper'] : []),
  ];
  return new MillraceStack(new App({ context: cdkJson.context }), {
    app: 'shop',
    stage,
    catalogue,
    bundles: new Map(stems.filter((stem) => !without.includes(stem)).map((stem) => [stem, bundle])),
    ...rest,
  });
}
