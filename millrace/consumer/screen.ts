import type { PayloadIssue } from '../definition/invalid-payload-error.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { parsePayload } from '../definition/parse-payload.ts';
import { upgradePayload } from '../definition/upgrade-payload.ts';
import type { Delivery } from '../message/delivery.ts';
import { type Envelope, readEnvelope } from '../message/envelope.ts';
import type { DeathReason } from '../record/job-record.ts';
import { payloadHash } from '../record/payload-hash.ts';
import type { JobContent } from '../record/writes/job-content.ts';
import { retentionLeft } from './hiding.ts';

/** A usable job, read from a message. */
export interface ScreenedJob {
  readonly content: JobContent;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly envelope: Envelope;
}

/** What a message is, before its record is touched. */
export type Screening =
  | { readonly kind: 'ready'; readonly job: ScreenedJob }
  /** Permanently without a usable job. */
  | { readonly kind: 'unusable'; readonly reason: DeathReason; readonly issues: readonly PayloadIssue[] }
  /** Written by newer code than this. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'expired'; readonly job: ScreenedJob }
  | { readonly kind: 'waited-too-long'; readonly job: ScreenedJob };

export function screen(job: JobDefinition, delivery: Delivery, nowMs: number): Screening {
  const read = readEnvelope(delivery.body);
  if (!read.ok) return unusable(read.reason);
  const { envelope } = read;
  if (envelope.type !== job.type) return unusable('unknown-type');
  if (envelope.version > job.version) return { kind: 'newer' };
  const upgraded = upgradePayload(job, envelope.data, envelope.version);
  if (!upgraded.ok) return unusable('invalid-payload', upgraded.issues);
  const parsed = parsePayload(job, upgraded.data);
  if (!parsed.ok) return unusable(parsed.reason, parsed.issues);
  const screened: ScreenedJob = {
    content: {
      id: parsed.id,
      type: job.type,
      version: envelope.version,
      validation: payloadHash(envelope.data),
    },
    payload: parsed.payload,
    envelope,
  };
  if (isPastExpiry(job, envelope, nowMs)) return { kind: 'expired', job: screened };
  if (!retentionLeft(job.timing, delivery, nowMs)) return { kind: 'waited-too-long', job: screened };
  return { kind: 'ready', job: screened };
}

function unusable(reason: DeathReason, issues: readonly PayloadIssue[] = []): Screening {
  return { kind: 'unusable', reason, issues };
}

/** The sender's expiry counts; a message without one (a schedule's) expires by its job's own age limit. */
function isPastExpiry(job: JobDefinition, envelope: Envelope, nowMs: number): boolean {
  if (envelope.expiresAt !== undefined) return nowMs > Date.parse(envelope.expiresAt);
  return job.expiresAfterSeconds !== undefined && nowMs > Date.parse(envelope.time) + job.expiresAfterSeconds * 1000;
}
