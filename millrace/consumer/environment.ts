import { requiredVariable } from '../message/required-variable.ts';
import type { ConsumerSettings } from './invocation.ts';

/** What a consumer's function is told by its stack. */
export interface ConsumerEnvironment extends ConsumerSettings {
  readonly jobType: string;
  readonly tableName: string;
}

export function readEnvironment(): ConsumerEnvironment {
  const required = (name: string) => requiredVariable(name, { variables: process.env, setFor: 'each consumer' });
  const deadLetterQueueUrls = required('MILLRACE_DEAD_LETTER_QUEUE_URLS').split(' ');
  return {
    jobType: required('MILLRACE_JOB_TYPE'),
    tableName: required('MILLRACE_TABLE_NAME'),
    // Several, of a job with priorities, stand in the same order.
    queues: required('MILLRACE_QUEUE_URLS')
      .split(' ')
      .map((queueUrl, index) => ({ queueUrl, deadLetterQueueUrl: deadLetterQueueUrls[index] ?? '' })),
    codeVersion: process.env.MILLRACE_CODE_VERSION ?? 'unknown',
  };
}
