import { afterAll, describe, expect, it } from 'vitest';
import {
  confidentialKey,
  eraseConfidential,
  readConfidential,
  renewConfidential,
  writeConfidential,
} from '../../millrace/record/confidential-data.ts';
import type { JobRecord, JobStatus } from '../../millrace/record/job-record.ts';
import { letterJob } from '../producer/letter-job.ts';
import { startRecordTables } from './record-tables.ts';

const { memory, dynamo, stop } = await startRecordTables();
afterAll(stop);

const NOW_MS = 1_767_225_600_000;
const NOW = NOW_MS / 1000;
const DAY = 86_400;
/** Of a record of the job, from the time at which it is due: retention, dead-letter queue, margin. */
const LIFETIME = 22 * DAY;

const A = { json: '{"to":"ada"}', hash: 'hash-a' };
const B = { json: '{"to":"bob"}', hash: 'hash-b' };

describe.each([
  ['in memory', memory],
  ['in DynamoDB', dynamo],
])('confidential data %s', (where, table) => {
  const idOf = (name: string) => `letter.send:${name}-${where.replaceAll(' ', '-')}`;
  const write = (id: string, confidential: typeof A, { nowMs = NOW_MS, waitsMs = 0 } = {}) =>
    writeConfidential(table, letterJob, { jobId: id, confidential, dueMs: nowMs + waitsMs }, nowMs);
  const putRecord = (id: string, status: JobStatus, more: Partial<JobRecord> = {}) =>
    table.update({ id, set: { type: 'letter.send', status, expiration: NOW + LIFETIME, ...more } });

  it('is written beside the record, and is read as it was given', async () => {
    const id = idOf('new');
    expect(await write(id, A)).toBe('written');
    expect(confidentialKey(id)).toBe(`${id}/confidential`);
    expect(await readConfidential(table, id, NOW_MS)).toBe('{"to":"ada"}');
    expect(await table.getConfidential(`${id}/confidential`)).toEqual({
      ...{ confidential: '{"to":"ada"}', hash: 'hash-a', written: NOW, expiration: NOW + LIFETIME + DAY },
    });
    expect(await table.get(id)).toBeUndefined();
  });

  it('is taken once more where it is the same, and refused where it is other', async () => {
    const id = idOf('again');
    await write(id, A);
    expect(await write(id, A, { nowMs: NOW_MS + 5_000 })).toBe('written');
    expect(await write(id, B)).toBe('other-data');
    expect(await write(id, B, { waitsMs: DAY * 1000 })).toBe('other-data');
    expect(await readConfidential(table, id, NOW_MS)).toBe('{"to":"ada"}');
  });

  it('lives from when its job is due, and no shorter where the job is sent again for now', async () => {
    const id = idOf('later');
    await write(id, A, { waitsMs: 40 * DAY * 1000 });
    expect(await write(id, A)).toBe('written');
    expect(await write(id, B)).toBe('other-data');
    expect((await table.getConfidential(confidentialKey(id)))?.expiration).toBe(NOW + 40 * DAY + LIFETIME + DAY);
    await write(id, A, { waitsMs: 50 * DAY * 1000 });
    expect((await table.getConfidential(confidentialKey(id)))?.expiration).toBe(NOW + 50 * DAY + LIFETIME + DAY);
  });

  it.each(['COMPLETED', 'CANCELLED', 'EXPIRED'] as const)('is not taken by a job that is %s', async (status) => {
    const id = idOf(status);
    await putRecord(id, status);
    expect(await write(id, A)).toBe('over');
    expect(await readConfidential(table, id, NOW_MS)).toBeUndefined();
  });

  it('is not taken by a job that is over, also where the same stands there still', async () => {
    const id = idOf('left');
    await write(id, A, { waitsMs: DAY * 1000 });
    await putRecord(id, 'COMPLETED');
    expect(await write(id, A)).toBe('over');
    expect(await write(id, B)).toBe('over');
  });

  it.each(['ACCEPTED', 'INPROGRESS', 'FAILED', 'DEAD'] as const)('is taken by a job that is %s', async (status) => {
    const id = idOf(status);
    await putRecord(id, status);
    expect(await write(id, A)).toBe('written');
  });

  it('is taken by a new job under a key whose record is past its lifetime', async () => {
    const id = idOf('new-life');
    await putRecord(id, 'COMPLETED', { expiration: NOW - 1 });
    expect(await write(id, A)).toBe('written');
  });

  it('is replaced once it is past its own lifetime, and nobody reads it then', async () => {
    const id = idOf('old');
    await write(id, A);
    const laterMs = NOW_MS + (LIFETIME + DAY + 1) * 1000;
    expect(await readConfidential(table, id, laterMs - 1000)).toBe('{"to":"ada"}');
    expect(await readConfidential(table, id, laterMs)).toBeUndefined();
    expect(await write(id, B, { nowMs: laterMs })).toBe('written');
    expect(await readConfidential(table, id, laterMs)).toBe('{"to":"bob"}');
  });

  it('is renewed by a death of its job, never shortened, and never woken', async () => {
    const id = idOf('dying');
    const key = confidentialKey(id);
    await renewConfidential(table, letterJob, id, NOW_MS);
    expect(await table.getConfidential(key)).toBeUndefined();
    await write(id, A);
    await renewConfidential(table, letterJob, id, NOW_MS + 3 * DAY * 1000);
    expect((await table.getConfidential(key))?.expiration).toBe(NOW + 3 * DAY + LIFETIME + DAY);
    await renewConfidential(table, letterJob, id, NOW_MS);
    expect((await table.getConfidential(key))?.expiration).toBe(NOW + 3 * DAY + LIFETIME + DAY);
    await renewConfidential(table, letterJob, id, NOW_MS + 40 * DAY * 1000);
    expect((await table.getConfidential(key))?.expiration).toBe(NOW + 3 * DAY + LIFETIME + DAY);
  });

  it('is erased once its job is over, whether or not it stands there', async () => {
    const id = idOf('over');
    await write(id, A);
    await eraseConfidential(table, letterJob, { id, expiration: NOW });
    expect(await table.getConfidential(confidentialKey(id))).toBeUndefined();
    await eraseConfidential(table, letterJob, { id, expiration: NOW });
  });

  it('of a new job is left alone by the erasing of the one before it under the key, however late that comes', async () => {
    const id = idOf('late');
    await putRecord(id, 'COMPLETED', { expiration: NOW - 1 });
    await write(id, A);
    await eraseConfidential(table, letterJob, { id, expiration: NOW - 1 });
    expect(await readConfidential(table, id, NOW_MS)).toBe('{"to":"ada"}');
  });

  it('of two producers is that of one', async () => {
    const id = idOf('raced');
    const answers = await Promise.all([write(id, A), write(id, B), write(id, A), write(id, B)]);
    const kept = await readConfidential(table, id, NOW_MS);
    const isA = kept === A.json;
    expect(answers).toEqual([
      isA ? 'written' : 'other-data',
      isA ? 'other-data' : 'written',
      isA ? 'written' : 'other-data',
      isA ? 'other-data' : 'written',
    ]);
  });
});
