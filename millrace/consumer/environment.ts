/** What a consumer's function is told by its stack. */
export interface ConsumerEnvironment {
  readonly tableName: string;
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
  readonly codeVersion: string;
}

export function readEnvironment(): ConsumerEnvironment {
  return {
    tableName: required('MILLRACE_TABLE_NAME'),
    queueUrl: required('MILLRACE_QUEUE_URL'),
    deadLetterQueueUrl: required('MILLRACE_DEAD_LETTER_QUEUE_URL'),
    codeVersion: process.env.MILLRACE_CODE_VERSION ?? 'unknown',
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`the environment variable ${name} is not set; the stack sets it for each consumer`);
  return value;
}
