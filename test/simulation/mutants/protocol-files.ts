import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's root, where paths of mutants begin. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const PROTOCOL = [
  'millrace/record/**/*.ts',
  'millrace/consumer/*.ts',
  'millrace/ops/redrive/*.ts',
  'millrace/message/dead-letter-copy.ts',
  'millrace/producer/send-all.ts',
  'millrace/producer/create-sender.ts',
  'millrace/api/save-and-send.ts',
  'millrace/api/sweep.ts',
] as const;

/** Files of these folders that say nothing about the protocol, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'millrace/record/dynamo-record-table.ts': 'the adapter: a simulation has the table in memory in its place',
  'millrace/record/render-update.ts': 'the same',
  'millrace/record/dynamo-confidential-table.ts': 'the same',
  'millrace/record/again-on-conflict.ts': 'the same',
  'millrace/record/dead-index.ts': 'where the list of the dead is kept',
  'millrace/consumer/consumer-logger.ts': 'what people read',
  'millrace/consumer/log-outcome.ts': 'what people read',
  'millrace/consumer/describe-error.ts': 'what people read',
  'millrace/consumer/redact.ts': 'what people read',
  'millrace/consumer/failure-history.ts': 'what people read',
  'millrace/consumer/result-refused-error.ts': 'what people read',
  'millrace/consumer/conceal.ts': 'what people read',
  'millrace/consumer/concealing-logger.ts': 'what people read',
  'millrace/consumer/confidential-values.ts': 'what people read',
  'millrace/consumer/held-values.ts': 'what people read',
  'millrace/consumer/consume.ts': 'brings the real ports',
  'millrace/consumer/environment.ts': 'reads the environment',
  'millrace/ops/redrive/describe-report.ts': 'what people read',
  'millrace/ops/redrive/redrive-report.ts': 'what people read',
};

export function protocolFiles(): readonly string[] {
  return PROTOCOL.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => LEFT_OUT[file] === undefined)
    .sort();
}

export function readProtocolFile(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8');
}
