import { Buffer } from 'node:buffer';
import type { Message } from '@aws-sdk/client-sqs';

/** Lambda's limit on a synchronous invocation's event, the records' metadata included. */
const LARGEST_EVENT_BYTES = 6 * 1024 * 1024;
/** Room for a record's metadata and the escaping of its body. */
const RECORD_METADATA_BYTES = 2048;

/** Cuts a batch where its event would grow past what Lambda takes: ten messages of 1 MiB make two invocations. */
export function splitByPayload(messages: readonly Message[]): Message[][] {
  const batches: Message[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message.Body ?? '')) + RECORD_METADATA_BYTES;
    const current = batches.at(-1);
    if (current && bytes + size <= LARGEST_EVENT_BYTES) {
      current.push(message);
      bytes += size;
    } else {
      batches.push([message]);
      bytes = size;
    }
  }
  return batches;
}
