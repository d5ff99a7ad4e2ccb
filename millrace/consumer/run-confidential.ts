import { confidentialPath } from '../definition/confidential-path.ts';
import { PermanentError } from '../definition/outcome-errors.ts';
import { schemaParse } from '../definition/parse-payload.ts';
import { readConfidential } from '../record/confidential-data.ts';
import { type ConfidentialValues, createConfidentialValues } from './confidential-values.ts';
import type { Invocation } from './invocation.ts';

/** A job's confidential data in one run. */
export interface RunConfidential {
  /** What has been read of it, and must not be shown. */
  readonly values: ConfidentialValues;
  /** Read once; a table that did not answer is asked again. */
  read(): Promise<unknown>;
}

export function createRunConfidential({ job, ports }: Pick<Invocation, 'job' | 'ports'>, id: string): RunConfidential {
  const values = createConfidentialValues();
  let reading: Promise<unknown> | undefined;
  const read = async () => {
    const json = await readConfidential(ports.records, id, ports.clock.now()).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    if (json === undefined) {
      throw new PermanentError(`${id} has no confidential data: it was never written, or is erased`);
    }
    const data: unknown = JSON.parse(json);
    values.learn(data);
    if (job.confidential === undefined) throw new PermanentError(`${job.type} has no confidential schema`);
    const parsed = schemaParse(job.confidential, data);
    if (parsed.ok) {
      values.learn(parsed.output);
      return parsed.output;
    }
    const told = parsed.issues.map(({ path, message }) => `${confidentialPath(path)}: ${message}`);
    throw new PermanentError(`the confidential data of ${id} is refused by its schema: ${told.join('; ')}`);
  };
  return {
    values,
    read: () => {
      reading ??= read();
      return reading;
    },
  };
}
