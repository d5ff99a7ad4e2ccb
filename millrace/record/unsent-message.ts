import { utf8Bytes } from '../definition/utf8-bytes.ts';
import type { JobRecord, UnsentMessage } from './job-record.ts';
import type { RecordTable } from './record-table.ts';

/** What a record has room for beside the rest; a larger body has an item of its own. */
const MOST_BODY_BYTES = 2_048;
const OUTLIVES_SECONDS = 86_400;

/** Named by its content too: another payload that comes under the same key must not replace it. */
function bodyKey(id: string, validation: string): string {
  return `${id}/unsent/${validation}`;
}

/** Keeps the body of a message that is to be saved, where the record has no room for it. Answers what the record keeps. */
export async function keepUnsent(
  records: RecordTable,
  of: { readonly id: string; readonly validation: string; readonly expiration: number },
  message: UnsentMessage & { readonly body: string },
): Promise<UnsentMessage> {
  const { body, ...rest } = message;
  if (utf8Bytes(body) <= MOST_BODY_BYTES) return message;
  const expiration = of.expiration + OUTLIVES_SECONDS;
  await records.putMessage(bodyKey(of.id, of.validation), { body, attributes: {}, expiration });
  return rest;
}

/** The whole message of a saved job; undefined where its body is gone. */
export async function unsentMessage(
  records: RecordTable,
  { id, validation = '', unsent_message: message = {} }: JobRecord,
): Promise<(UnsentMessage & { readonly body: string }) | undefined> {
  const body = message.body ?? (await records.getMessage(bodyKey(id, validation)))?.body;
  return body === undefined ? undefined : { ...message, body };
}
