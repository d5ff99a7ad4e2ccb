import { confidentialKey } from '../../../millrace/record/confidential-data.ts';
import type { JobRecord } from '../../../millrace/record/job-record.ts';
import { messageItemKey } from '../../../millrace/record/message-item.ts';
import type { RecordTable, RecordWrite, WriteAnswer } from '../../../millrace/record/record-table.ts';
import type { SimWorld } from './create-world.ts';
import type { Host } from './host.ts';
import type { WriteSeen } from './ledger.ts';
import { REQUEST_TIMEOUT_MS } from './request.ts';
import { watchedConfidential } from './watched-confidential.ts';
import { watchedShared } from './watched-shared.ts';

/** The record table as one process reaches it: its writes are seen, and anything may go wrong with them. */
export function watchedRecords(world: SimWorld, host: Host, deadlineMs: () => number): RecordTable {
  const { table, request, scheduler } = world;
  return {
    update: (write) => {
      // One that arrives late is still of the invocation that sent it.
      const leftMs = deadlineMs() - host.clock.now();
      const sending = { deadlineMs: deadlineMs(), leftMs, sentAtMs: scheduler.now() };
      return request(host, { kind: 'write', says: describe(write) }, () => update(world, host, write, sending));
    },
    get: (id) => request(host, { kind: 'read', says: `reads ${id}` }, () => table.get(id)),
    putMessage: (key, message) =>
      request(host, { kind: 'write', says: `keeps ${key}` }, () => table.putMessage(key, message)),
    getMessage: (key) => request(host, { kind: 'read', says: `reads ${key}` }, () => table.getMessage(key)),
    putStepResult: (key, result) =>
      request(host, { kind: 'write', says: `keeps ${key}` }, () => table.putStepResult(key, result)),
    getStepResult: (key) => request(host, { kind: 'read', says: `reads ${key}` }, () => table.getStepResult(key)),
    ...watchedConfidential(world, host),
    ...watchedShared(world, host, deadlineMs),
    dead: (partition, page) =>
      request(host, { kind: 'read', says: `lists ${partition}` }, () => table.dead(partition, page)),
    unsent: (partition, page) =>
      request(host, { kind: 'read', says: `lists ${partition}` }, () => table.unsent(partition, page)),
  };
}

interface Sending {
  readonly deadlineMs: number;
  readonly leftMs: number;
  readonly sentAtMs: number;
}

async function update(world: SimWorld, host: Host, write: RecordWrite, sending: Sending): Promise<WriteAnswer> {
  const { table, ledger, scheduler, invariants, events } = world;
  ledger.askedAtMs.set(write.id, scheduler.now());
  const standing = table.records.get(write.id);
  const isForgotten = ledger.forgotten.has(write.id) && isPastLifetime(standing, scheduler.now());
  // To everybody it counts as absent.
  const before = isForgotten ? undefined : standing;
  const answer = await table.update(write);
  events.log(
    'records',
    `${write.id}: ${answer.written ? '' : 'refused: '}${before?.status} → ${answer.record?.status}`,
  );
  if (!answer.written) return answer;
  const { record: after } = answer;
  if (after.status === 'INPROGRESS' && after.fence !== undefined && after.fence !== before?.fence) {
    ledger.claims.set(after.fence, {
      fence: after.fence,
      id: after.id,
      writer: host.name,
      alone: after.alone === true,
      deadlineMs: sending.deadlineMs,
      leftMs: sending.leftMs,
      isLate: scheduler.now() - sending.sentAtMs >= REQUEST_TIMEOUT_MS,
      hitsBefore: host.hits,
      toCancel: after.cancel_requested === true,
    });
  }
  const claim = before?.fence === undefined ? undefined : ledger.claims.get(before.fence);
  // A later invocation of the same environment is somebody else.
  const isOwner = claim?.writer === host.name && claim.deadlineMs === sending.deadlineMs;
  const isSettled = before?.status === 'INPROGRESS' && after.status !== 'INPROGRESS';
  if (claim && isOwner && isSettled) claim.settledAs = after.status;
  const kept = after.death_id === undefined ? undefined : table.messages.get(messageItemKey(after.id, after.death_id));
  const forgotten = isForgotten ? standing : undefined;
  const confidential = table.confidential.get(confidentialKey(after.id));
  const seen = { atMs: scheduler.now(), writer: host.name, write, before, after, forgotten, kept, confidential };
  ledger.writes.push(seen);
  if (after.status === 'DEAD' && after.death_id !== undefined) ledger.deaths.add(after.death_id);
  countEnd(world, seen);
  invariants.onWrite(seen);
  return answer;
}

function countEnd({ faults }: SimWorld, { before, after, atMs }: WriteSeen): void {
  if (after.status === 'EXPIRED') faults.count('expired');
  const isHeld = before?.status === 'INPROGRESS' && (before.in_progress_expiration ?? 0) >= atMs;
  if (after.status === 'DEAD' && after.reason === 'waited-too-long' && !isHeld) faults.count('died-unclaimed');
}

function isPastLifetime(record: JobRecord | undefined, nowMs: number): boolean {
  return record !== undefined && record.expiration * 1000 <= nowMs;
}

function describe({ id, set, add }: RecordWrite): string {
  const attempts = add === undefined ? '' : ` attempts ${add.attempts > 0 ? '+' : ''}${add.attempts}`;
  return `writes ${id} ${set.status ?? ''}${attempts}`;
}
