import type { ConfidentialInput, JobDefinition } from './job-definition.ts';

/** What a job with confidential data asks for, and any other refuses; unknown where the job is known at run time only. */
export type ConfidentialOption<Job extends JobDefinition, Given = ConfidentialInput<Job>> = [
  Job['confidential'],
] extends [undefined]
  ? { readonly confidential?: undefined }
  : undefined extends Job['confidential']
    ? { readonly confidential?: unknown }
    : { readonly confidential: Given };

/** The options of a call; they may be left out where the job asks for none. */
export type OptionsWith<
  Options,
  Confidential extends { readonly confidential?: unknown },
> = undefined extends Confidential['confidential']
  ? [options?: Options & Confidential]
  : [options: Options & Confidential];
