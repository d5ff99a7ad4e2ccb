import type { Catalogue } from '../definition/catalogue.ts';
import { consumerFile } from '../definition/consumer-file.ts';
import { jobStem } from '../definition/job-stem.ts';
import { webhookNames } from '../definition/webhook-names.ts';

type Entry = [bundle: string, file: string];

const API_ENTRY: Entry = ['api', 'functions/api.ts'];
const SWEEPER_ENTRY: Entry = ['sweeper', 'functions/sweeper.ts'];

/**
 * Where an app's functions begin, by convention: `functions/consumers/<job>.ts`, `functions/webhooks/<source>.ts`,
 * `functions/api.ts`, and with either of them `functions/sweeper.ts`.
 * An app without the HTTP API says so: were the API left out with its file, a rename would delete it at the next deploy.
 */
export function functionEntries(
  catalogue: Catalogue,
  { api = true }: { readonly api?: boolean } = {},
): ReadonlyMap<string, string> {
  return new Map([
    ...catalogue.jobs.map(({ type }): Entry => [jobStem(type), consumerFile(type)]),
    ...(catalogue.webhooks ?? []).map(({ source }): Entry => {
      const { bundle, file } = webhookNames(source);
      return [bundle, file];
    }),
    ...(api ? [API_ENTRY] : []),
    ...(api || (catalogue.webhooks ?? []).length > 0 ? [SWEEPER_ENTRY] : []),
  ]);
}
