import { InvalidPayloadError, type PayloadIssue } from '../../definition/invalid-payload-error.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { isJobId, typeOfJobId } from '../../definition/job-id.ts';
import { parsePayload } from '../../definition/parse-payload.ts';
import { upgradePayload } from '../../definition/upgrade-payload.ts';
import { MAX_BODY_BYTES } from '../../definition/wire-limits.ts';
import { wirePayload } from '../../definition/wire-payload.ts';
import { edited } from '../../message/dead-letter-copy.ts';
import type { Delivery } from '../../message/delivery.ts';
import { readEnvelope, writeEnvelope } from '../../message/envelope.ts';
import { messageBytes } from '../../message/message-bytes.ts';
import { groupOf } from '../../message/message-group.ts';
import { payloadHash } from '../../record/payload-hash.ts';
import type { JobContent } from '../../record/writes/job-content.ts';
import type { DeadMessage } from './dead-message.ts';

/** Makes a payload, of the job's version, from the one that a message carries. */
export type Edit = (payload: Payload) => unknown;

type Payload = Readonly<Record<string, unknown>>;

export type EditedMessage =
  | {
      readonly ok: true;
      readonly delivery: Delivery;
      /** The job it is for, with the content that it was sent with. */
      readonly content: JobContent;
    }
  | { readonly ok: false; readonly why: string };

/** The message with a payload that an operator changed: checked like a producer's, under the same key, and marked. */
export function editMessage(job: JobDefinition, { delivery, content }: DeadMessage, edit: Edit): EditedMessage {
  const read = readEnvelope(delivery.body);
  if (!read.ok) return { ok: false, why: `its body can't be read (${read.reason}): enqueue the job anew` };
  const { envelope } = read;
  const { type, version } = envelope;
  if (type !== job.type) {
    return { ok: false, why: `it holds a job of ${type}, not of ${job.type}: send it to the queue of that` };
  }
  if (version > job.version) return { ok: false, why: 'newer code wrote it: edit it with that code' };
  const upgraded = upgradePayload(job, envelope.data, version);
  const before = upgraded.ok ? upgraded.data : envelope.data;
  try {
    const { id, data, payload } = wirePayload(job, edit(before));
    const own = content?.id ?? idAsSent(job, envelope.id, before, data);
    if (own !== undefined && id !== own)
      return { ok: false, why: `it would be ${id}, not ${own}: an edit may not change the key` };
    const body = writeEnvelope({ ...envelope, job, id, data, nowMs: Date.parse(envelope.time) });
    if (messageBytes(body) <= MAX_BODY_BYTES) {
      // The field that groups the job's messages may have been edited, too.
      return {
        ok: true,
        delivery: { ...edited(delivery, body), groupId: groupOf(job, payload) },
        content: { id, type, version, validation: payloadHash(envelope.data) },
      };
    }
    return { ok: false, why: `its message would have ${messageBytes(body)} bytes; ${MAX_BODY_BYTES} are allowed` };
  } catch (error) {
    // In one line: a report has one a message.
    if (error instanceof InvalidPayloadError) return { ok: false, why: error.issues.map(inWords).join('; ') };
    throw error;
  }
}

/** A sender may give its message an id of its own: then the payload's key tells the job, where it has one. */
function idAsSent(job: JobDefinition, id: string, before: Payload, after: Payload): string | undefined {
  if (isJobId(id) && typeOfJobId(id) === job.type) return id;
  const key = Object.fromEntries(job.idempotencyKey.map((field) => [field, before[field]]));
  const parsed = parsePayload(job, { ...after, ...key });
  return parsed.ok ? parsed.id : undefined;
}

function inWords({ path, message }: PayloadIssue): string {
  return `${path}: ${message}`;
}
