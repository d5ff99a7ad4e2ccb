import { jobStem } from './job-stem.ts';

/** Where the consumer of a job begins, by convention, in an app's folder. */
export function consumerFile(type: string): string {
  return `functions/consumers/${jobStem(type)}.ts`;
}
