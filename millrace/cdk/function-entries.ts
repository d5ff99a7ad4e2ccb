import type { Catalogue } from '../definition/catalogue.ts';
import { jobStem } from '../definition/job-stem.ts';

/** Where an app's functions begin, by convention: `functions/consumers/<job>.ts` and `functions/api.ts`. */
export function functionEntries(catalogue: Catalogue): ReadonlyMap<string, string> {
  const consumers = catalogue.jobs.map(({ type }) => jobStem(type));
  return new Map([
    ...consumers.map((stem): [string, string] => [stem, `functions/consumers/${stem}.ts`]),
    ['api', 'functions/api.ts'],
  ]);
}
