import { describeError } from '../consumer/describe-error.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { within } from '../message/within.ts';
import type { PreparedMessage, SendableJob } from '../producer/prepare-message.ts';
import { writeConfidential } from '../record/confidential-data.ts';
import type { JobRecord } from '../record/job-record.ts';
import { payloadHash } from '../record/payload-hash.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import { keepUnsent } from '../record/unsent-message.ts';
import type { JobContent } from '../record/writes/job-content.ts';
import { accept, sent } from '../record/writes/saving.ts';
import type { ApiPorts } from './api-ports.ts';
import { type LetIn, mayAsk } from './caller.ts';

/** A job that stands in the table: it runs, whatever happens to whoever saved it. */
export type SaveAnswer =
  | { readonly kind: 'saved'; readonly record: JobRecord }
  /** Another payload, other confidential data, or somebody else's job, stands under the key. */
  | { readonly kind: 'taken' };

/**
 * Saves a job, then sends it. Once it is saved it counts as accepted: what is not known to be sent the sweeper sends.
 * @throws where the table gave no answer: the job may be saved or not, and the same request again is the same job.
 */
export async function saveAndSend(
  ports: ApiPorts,
  job: JobDefinition,
  prepared: PreparedMessage,
  owner: LetIn,
): Promise<SaveAnswer> {
  const written = await writeConfidential(ports.records, job, prepared, ports.clock.now());
  if (written === 'other-data') return { kind: 'taken' };
  const record = written === 'over' ? await readOver(ports, prepared) : await save(ports, job, prepared, owner);
  if (isTaken(record, contentOf(job, prepared), owner)) return { kind: 'taken' };
  // What was sent goes its way; one message more would change nothing.
  if (record.unsent !== undefined) await sendSaved(ports, job, prepared);
  return { kind: 'saved', record };
}

async function readOver({ records }: ApiPorts, { jobId }: PreparedMessage): Promise<JobRecord> {
  const record = await records.get(jobId);
  if (record === undefined) throw new Error(`${jobId} was over, and no record stands there`);
  return record;
}

export function contentOf({ type, version }: JobDefinition, { jobId: id, data }: PreparedMessage): JobContent {
  return { id, type, version, validation: payloadHash(data) };
}

export function isTaken(record: JobRecord, content: JobContent, owner: LetIn): boolean {
  const isOther = record.version === content.version && record.validation !== content.validation;
  return isOther || !mayAsk(owner, record);
}

/** Well inside the time for which a caller waits: what takes longer is left to the sweeper. */
const SEND_WITHIN_MS = 5_000;

/** A job that could not be sent stays saved; whoever reads the log learns why. */
export async function sendSaved(ports: ApiPorts, job: JobDefinition, message: SendableJob): Promise<boolean> {
  try {
    await within(ports.clock, SEND_WITHIN_MS, sendAndMark(ports, job, message));
    return true;
  } catch (error) {
    const told = { jobId: message.jobId, jobType: job.type, failure: describeError(error) };
    ports.logger.warn('a saved job is not known to be sent: the sweeper sends it', told);
    return false;
  }
}

async function sendAndMark({ sender, records }: ApiPorts, job: JobDefinition, message: SendableJob): Promise<void> {
  const [failure] = await sender.send(job, [message]);
  if (failure) throw failure;
  await records.update(sent(message.jobId));
}

async function save(
  { records, clock }: ApiPorts,
  job: JobDefinition,
  prepared: PreparedMessage,
  { subject }: LetIn,
): Promise<JobRecord> {
  const { jobId: id, message, priority } = prepared;
  const content = contentOf(job, prepared);
  const nowMs = clock.now();
  const dueMs = message.delaySeconds ? nowMs + message.delaySeconds * 1000 : undefined;
  const expiration = recordExpiration(job, dueMs ?? nowMs);
  const { body, groupId, deduplicationId } = message;
  const kept = await keepUnsent(
    records,
    { id, validation: content.validation, expiration },
    {
      body,
      ...(groupId === undefined ? {} : { groupId }),
      ...(deduplicationId === undefined ? {} : { deduplicationId }),
      ...(priority === undefined ? {} : { priority }),
    },
  );
  const { record } = await records.update(accept(content, { nowMs, expiration, message: kept, dueMs, subject }));
  if (record === undefined) throw new Error(`${id} was not saved, and no record stands there`);
  return record;
}
