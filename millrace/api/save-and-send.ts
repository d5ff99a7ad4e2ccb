import type { JobDefinition } from '../definition/job-definition.ts';
import type { PreparedMessage } from '../producer/prepare-message.ts';
import { writeConfidential } from '../record/confidential-data.ts';
import type { JobRecord } from '../record/job-record.ts';
import { payloadHash } from '../record/payload-hash.ts';
import { recordExpiration } from '../record/record-expiration.ts';
import { keepUnsent } from '../record/unsent-message.ts';
import type { JobContent } from '../record/writes/job-content.ts';
import { accept } from '../record/writes/saving.ts';
import type { ApiPorts } from './api-ports.ts';
import { type LetIn, mayAsk } from './caller.ts';
import { sendAsSaved, sendSaved } from './send-saved.ts';

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
  const { record, isNew } =
    written === 'over' ? await readOver(ports, prepared) : await save(ports, job, prepared, owner);
  if (isTaken(record, contentOf(job, prepared), owner)) return { kind: 'taken' };
  if (isNew) await sendSaved(ports, job, prepared);
  // The one that was saved, when that is due: sent as asked for now, the two would be two messages.
  else if (record.unsent !== undefined) await sendAsSaved(ports, job, record);
  return { kind: 'saved', record };
}

interface Saved {
  readonly record: JobRecord;
  /** Saved by this very request. */
  readonly isNew: boolean;
}

async function readOver({ records }: ApiPorts, { jobId }: PreparedMessage): Promise<Saved> {
  const record = await records.get(jobId);
  if (record === undefined) throw new Error(`${jobId} was over, and no record stands there`);
  return { record, isNew: false };
}

export function contentOf({ type, version }: JobDefinition, { jobId: id, data }: PreparedMessage): JobContent {
  return { id, type, version, validation: payloadHash(data) };
}

export function isTaken(record: JobRecord, content: JobContent, owner: LetIn): boolean {
  const isOther = record.version === content.version && record.validation !== content.validation;
  return isOther || !mayAsk(owner, record);
}

async function save(
  { records, clock }: ApiPorts,
  job: JobDefinition,
  prepared: PreparedMessage,
  { subject }: LetIn,
): Promise<Saved> {
  const { jobId: id, message, priority } = prepared;
  const content = contentOf(job, prepared);
  const nowMs = clock.now();
  const dueMs = message.delaySeconds ? prepared.dueMs : undefined;
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
  const { record, written } = await records.update(
    accept(content, { nowMs, expiration, message: kept, dueMs, subject }),
  );
  if (record === undefined) throw new Error(`${id} was not saved, and no record stands there`);
  return { record, isNew: written };
}
