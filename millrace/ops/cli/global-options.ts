import type { VerbOption } from '../verbs/verb.ts';

/** Options of every verb. */
export const globalOptions: Readonly<Record<string, VerbOption>> = {
  stage: { value: 'NAME', summary: 'a deployed stage; without it, the local run' },
  app: { value: 'NAME', summary: "the app, cdk.json's millrace:app unless given" },
  region: { value: 'NAME', summary: "the Region, AWS's own configuration unless given" },
  profile: { value: 'NAME', summary: "a profile of AWS's own configuration" },
  json: { summary: 'one JSON document on standard output, nothing else' },
  verbose: { summary: 'stack traces of errors, as DEBUG=1' },
  help: { summary: 'this text' },
};
