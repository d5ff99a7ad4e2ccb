import type { JobDefinition } from '../definition/job-definition.ts';
import { wireConfidential } from '../definition/wire-confidential.ts';
import { MAX_BODY_BYTES } from '../definition/wire-limits.ts';
import { type WirePayload, wirePayload } from '../definition/wire-payload.ts';
import { currentJob } from '../message/current-job.ts';
import { latestOnQueue } from '../message/delayed-jobs.ts';
import { writeEnvelope } from '../message/envelope.ts';
import { messageBytes } from '../message/message-bytes.ts';
import { groupOf } from '../message/message-group.ts';
import type { OutgoingMessage } from '../message/queue.ts';
import type { PreparedConfidential } from '../record/confidential-data.ts';
import { payloadHash } from '../record/payload-hash.ts';
import { deduplicationId } from './deduplication-id.ts';
import { PayloadTooLargeError, TooManyHopsError } from './enqueue-errors.ts';
import { checkedDelay, checkedExpiry, checkedPriority, isLong, type PrepareOptions } from './enqueue-options.ts';
import type { Sendable } from './send-all.ts';

/** A job's message, and which of its queues it is for. */
export interface SendableJob extends Sendable {
  /** None where the job has one queue. */
  readonly priority: string | undefined;
}

/** A job's message, ready to send. */
export interface PreparedMessage extends SendableJob, PreparedConfidential {
  /** The payload as it will be on the wire. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Jobs that enqueue one another stop here, before Lambda's own loop detection drops them without a word. */
const MOST_HOPS = 10;

/** Validates and guards what will be on the wire; inside a handler, trace and hop count are carried on. */
export function prepareMessage(
  job: JobDefinition,
  payload: unknown,
  options: PrepareOptions,
  sender: { readonly source: string; readonly nowMs: number },
): PreparedMessage {
  const wire = wirePayload(job, payload);
  const { id, data } = wire;
  const confidential = wireConfidential(job, options.confidential);
  const parent = currentJob();
  const delaySeconds = checkedDelay(job, options.delaySeconds);
  const dueMs = sender.nowMs + (delaySeconds ?? 0) * 1000;
  const body = writeEnvelope({
    ...sender,
    job,
    id,
    data,
    expiresAt: checkedExpiry(
      options.expiresAt,
      job.expiresAfterSeconds,
      isLong(delaySeconds) ? latestOnQueue(dueMs) : dueMs,
    ),
    traceparent: options.traceparent ?? parent?.traceparent,
    hops: nextHop(job, parent),
  });
  return {
    jobId: id,
    data,
    confidential: confidential && { json: confidential.json, hash: payloadHash(confidential.value) },
    dueMs,
    priority: checkedPriority(job, options.priority),
    message: { body: checkedSize(job, body), delaySeconds, ...grouping(job, wire) },
  };
}

function grouping(job: JobDefinition, { id, data, payload }: WirePayload): Partial<OutgoingMessage> {
  const groupId = groupOf(job, payload);
  if (groupId === undefined) return {};
  return job.orderedBy === undefined ? { groupId } : { groupId, deduplicationId: deduplicationId(id, data) };
}

function nextHop(job: JobDefinition, parent: ReturnType<typeof currentJob>): number {
  if (parent === undefined) return 0;
  if (parent.hops < MOST_HOPS) return parent.hops + 1;
  throw new TooManyHopsError(
    `${job.type} not sent by ${parent.id}: ${MOST_HOPS} jobs enqueued one another already, which looks like a loop`,
  );
}

function checkedSize(job: JobDefinition, body: string): string {
  const bytes = messageBytes(body);
  if (bytes <= MAX_BODY_BYTES) return body;
  throw new PayloadTooLargeError(
    `${job.type}: payload refused: the message has ${bytes} bytes; ${MAX_BODY_BYTES} are allowed: send a reference`,
  );
}
