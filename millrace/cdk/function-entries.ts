import type { Catalogue } from '../definition/catalogue.ts';
import { consumerFile } from '../definition/consumer-file.ts';
import { jobStem } from '../definition/job-stem.ts';
import { webhookNames } from '../definition/webhook-names.ts';

const API_ENTRY: [string, string] = ['api', 'functions/api.ts'];

/**
 * Where an app's functions begin, by convention: `functions/consumers/<job>.ts`, `functions/webhooks/<source>.ts` and
 * `functions/api.ts`.
 * An app without the HTTP API says so: were the API left out with its file, a rename would delete it at the next deploy.
 */
export function functionEntries(
  catalogue: Catalogue,
  { api = true }: { readonly api?: boolean } = {},
): ReadonlyMap<string, string> {
  return new Map([
    ...catalogue.jobs.map(({ type }): [string, string] => [jobStem(type), consumerFile(type)]),
    ...(catalogue.webhooks ?? []).map(({ source }): [string, string] => {
      const { bundle, file } = webhookNames(source);
      return [bundle, file];
    }),
    ...(api ? [API_ENTRY] : []),
  ]);
}
