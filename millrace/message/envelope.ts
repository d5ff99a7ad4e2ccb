import { isPlainObject } from '../definition/plain-object.ts';
import { type DocumentToWrite, SCHEMA_URN, writeDocument } from '../definition/write-document.ts';
import { type BodyFault, cleanBody } from './clean-body.ts';
import { isInstant } from './instant.ts';
import { isTraceparent } from './trace.ts';

/** What travels in a message's body: a CloudEvents 1.0 document, read. */
export interface Envelope {
  /** The job id, as the sender worked it out; the consumer derives its own. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** ISO instant of the sending. */
  readonly time: string;
  /** Version of the payload schema, from `dataschema`. */
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO instant after which the job is dropped unrun (`expirytime`). */
  readonly expiresAt?: string;
  readonly traceparent?: string;
  /** How many jobs enqueued one another up to this one (`hops`). */
  readonly hops: number;
}

/** Why a body holds no job: a permanent fault of the message. */
export type UnreadableReason = 'unparseable' | BodyFault | 'not-a-job';

export type ReadEnvelope =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly reason: UnreadableReason };

/** What is written into a body, and when. */
export type EnvelopeToWrite = Omit<DocumentToWrite, 'time'> & { readonly nowMs: number };

export function writeEnvelope({ nowMs, ...document }: EnvelopeToWrite): string {
  return writeDocument({ ...document, time: new Date(nowMs).toISOString() });
}

/** Parses a body once; what this answers is the only truth about the message. Unknown attributes are ignored. */
export function readEnvelope(body: string): ReadEnvelope {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return { ok: false, reason: 'unparseable' };
  }
  const fault = cleanBody(document);
  if (fault !== undefined) return { ok: false, reason: fault };
  const envelope = isPlainObject(document) ? envelopeOf(document) : undefined;
  return envelope === undefined ? { ok: false, reason: 'not-a-job' } : { ok: true, envelope };
}

const VERSION = /^[1-9]\d{0,8}$/;

function envelopeOf(document: Record<string, unknown>): Envelope | undefined {
  const { specversion, id, source, type, time, dataschema, data, expirytime, traceparent, hops = 0 } = document;
  if (specversion !== '1.0' || !isFilled(id) || !isFilled(source) || !isFilled(type)) return undefined;
  const version = versionIn(dataschema, type);
  if (version === undefined || !isInstant(time) || !isPlainObject(data)) return undefined;
  if (expirytime !== undefined && !isInstant(expirytime)) return undefined;
  if (traceparent !== undefined && typeof traceparent !== 'string') return undefined;
  if (!isCount(hops)) return undefined;
  return {
    ...{ id, source, type, time, version, data, hops },
    ...(expirytime === undefined ? {} : { expiresAt: expirytime }),
    // A trace that can't be followed is no reason to refuse a job.
    ...(traceparent !== undefined && isTraceparent(traceparent) ? { traceparent } : {}),
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function versionIn(dataschema: unknown, type: string): number | undefined {
  const prefix = `${SCHEMA_URN}${type}:`;
  if (typeof dataschema !== 'string' || !dataschema.startsWith(prefix)) return undefined;
  const version = dataschema.slice(prefix.length);
  return VERSION.test(version) ? Number(version) : undefined;
}
