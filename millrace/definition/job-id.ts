import { MAX_KEY_BYTES, MAX_TYPE_LENGTH } from './wire-limits.ts';

/** A job's key: its key fields' values, each percent-encoded, joined by `:`; a leading `~` is kept for messages without a job. */
export function jobKey(values: readonly (string | number)[]): string {
  return values
    .map((value) => encodeURIComponent(String(value)))
    .join(':')
    .replace(/^~/, '%7E');
}

/** `<type>:<key>`: the job's id in record, API, logs and CLI alike. */
export function jobId(type: string, key: string): string {
  return `${type}:${key}`;
}

/** The record of a message that holds no usable job; the same text is its death id. */
export function messageRecordId(type: string, messageId: string): string {
  return `${type}:~${messageId}`;
}

export function isMessageRecordId(type: string, id: string): boolean {
  return id.startsWith(messageRecordId(type, '')) && !id.startsWith(sharedItemId(type, ''));
}

/** An item that all consumers of a type share. Neither a job's key nor a message's id can begin like this. */
export function sharedItemId(type: string, name: string): string {
  return `${type}:~/${name}`;
}

export function typeOfJobId(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf(':')));
}

/** What `jobId` can have made: no other item of the table has an id like it. */
const JOB_ID = new RegExp(`^[a-z0-9.]{1,${MAX_TYPE_LENGTH}}:(?!~)[\\w.!~*'():%-]{1,${MAX_KEY_BYTES}}$`);

export function isJobId(text: string): boolean {
  return JOB_ID.test(text);
}
