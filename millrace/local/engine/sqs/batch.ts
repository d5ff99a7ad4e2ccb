import { type Fields, isFields, requiredText } from './request-fields.ts';
import { SqsError } from './sqs-error.ts';

const MOST_ENTRIES = 10;
const ENTRY_ID = /^[A-Za-z0-9_-]{1,80}$/;

/** The entries of a batch request, refused as a whole if their number or their ids are wrong. */
export function readBatch(input: Fields): { id: string; fields: Fields }[] {
  const entries = Array.isArray(input.Entries) ? input.Entries : [];
  if (entries.length === 0)
    throw new SqsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > MOST_ENTRIES)
    throw new SqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MOST_ENTRIES}. You have sent ${entries.length}.`,
    );
  const batch = entries.map((entry: unknown) => {
    const fields = isFields(entry) ? entry : {};
    return { id: requiredText(fields, 'Id'), fields };
  });
  const badId = batch.find(({ id }) => !ENTRY_ID.test(id));
  if (badId)
    throw new SqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  if (new Set(batch.map(({ id }) => id)).size < batch.length)
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.');
  return batch;
}

/** Does each entry on its own; what SQS would refuse is reported beside what worked. */
export function runBatch(input: Fields, work: (entry: Fields) => object) {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const { id, fields } of readBatch(input)) {
    try {
      Successful.push({ Id: id, ...work(fields) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id: id, SenderFault: true, Code: error.queryCode, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
}
