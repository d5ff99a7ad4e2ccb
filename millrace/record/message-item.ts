import { typeOfJobId } from '../definition/job-id.ts';
import { attributesKeptIn, originalAttributes } from '../message/dead-letter-copy.ts';
import type { Delivery, MessageAttribute } from '../message/delivery.ts';
import type { RecordTable } from './record-table.ts';

/** A dead job's message outlives its record by a day. */
const MESSAGE_OUTLIVES_SECONDS = 86_400;

/** Each death keeps its own message. A job's key is percent-encoded, so no record's id can look like this. */
export function messageItemKey(recordId: string, deathId: string): string {
  return `${recordId}/message/${deathId}`;
}

/** In place of a death's id: where another message is kept that came under this death. */
export function besideDeath(deathId: string, messageId: string): string {
  return `${deathId}~${messageId}`;
}

/** Longer than any key of ours, and short enough for DynamoDB. */
const LONGEST_KEY = 1_024;

/** Anyone may send a message: a key that is none of ours is not looked up. */
function isMessageItemKey(type: string, key: string): boolean {
  const [recordId = '', deathId = '', ...more] = key.split('/message/');
  const isOurs = /^[\w.~!*'():%-]+$/.test(recordId) && /^[\w.~:-]+$/.test(deathId) && more.length === 0;
  return isOurs && recordId.startsWith(`${type}:`) && key.length <= LONGEST_KEY;
}

/** Keeps what the dead-letter queue might not carry. Written before the death that refers to it, and lives longer. */
export async function keepMessage(
  records: RecordTable,
  death: { readonly recordId: string; readonly deathId: string; readonly recordExpiration: number },
  delivery: Delivery,
): Promise<void> {
  const { recordId, deathId, recordExpiration } = death;
  await records.putMessage(messageItemKey(recordId, deathId), {
    body: delivery.body,
    attributes: await ownAttributes(records, typeOfJobId(recordId), delivery),
    ...(delivery.groupId === undefined ? {} : { groupId: delivery.groupId }),
    ...(delivery.traceHeader === undefined ? {} : { traceHeader: delivery.traceHeader }),
    expiration: recordExpiration + MESSAGE_OUTLIVES_SECONDS,
  });
}

/** The attributes that a message was first sent with, wherever they are: on it, or kept by an earlier death. */
export async function ownAttributes(
  records: RecordTable,
  type: string,
  delivery: Delivery,
): Promise<Readonly<Record<string, MessageAttribute>>> {
  const carried = originalAttributes(delivery.attributes);
  const key = attributesKeptIn(delivery);
  if (key === undefined || !isMessageItemKey(type, key)) return carried;
  return (await records.getMessage(key))?.attributes ?? carried;
}
