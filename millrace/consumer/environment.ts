import { requiredVariable } from '../message/required-variable.ts';

/** What a consumer's function is told by its stack. */
export interface ConsumerEnvironment {
  readonly tableName: string;
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
  readonly codeVersion: string;
}

export function readEnvironment(): ConsumerEnvironment {
  const required = (name: string) => requiredVariable(name, { variables: process.env, setFor: 'each consumer' });
  return {
    tableName: required('MILLRACE_TABLE_NAME'),
    queueUrl: required('MILLRACE_QUEUE_URL'),
    deadLetterQueueUrl: required('MILLRACE_DEAD_LETTER_QUEUE_URL'),
    codeVersion: process.env.MILLRACE_CODE_VERSION ?? 'unknown',
  };
}
