import { describe, expect, it } from 'vitest';
import { classifyFound } from '../../millrace/consumer/found-record.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';

const NOW_MS = 1_767_225_600_000;
const CONTENT = { id: 'parcel.ship:p-1', type: 'parcel.ship', version: 1, validation: 'hash' };
const OTHER = { validation: 'of another payload' };

const found = (record: Partial<JobRecord>, message: { deathId?: string; isEdited?: boolean } = {}) =>
  classifyFound(
    { ...CONTENT, status: 'FAILED', expiration: 1_767_226_000, ...record },
    { content: CONTENT, deathId: message.deathId, isEdited: message.isEdited ?? false },
    NOW_MS,
  );

describe('a record that a message finds', () => {
  it.each([
    ['forgotten', { expiration: 1_767_225_599 }],
    ['forgotten', { expiration: 1_767_225_599, ...OTHER }],
    ['waiting', { expiration: 1_767_225_600 }],
    ['waiting', { status: 'ACCEPTED' }],
    ['waiting', { version: 2, ...OTHER }],
    ['other-content', { ...OTHER }],
    ['other-content', { version: 2, edited: true, ...OTHER }],
    ['live', { status: 'INPROGRESS', in_progress_expiration: NOW_MS }],
    ['lapsed', { status: 'INPROGRESS', in_progress_expiration: NOW_MS - 1 }],
    ['dead', { status: 'DEAD', death_id: 'd-1' }],
    ['ended', { status: 'COMPLETED' }],
    ['ended', { status: 'CANCELLED' }],
    ['ended', { status: 'EXPIRED' }],
    ['unknown', { status: 'CLOSED' }],
  ] as const)('is %s: %o', (what, record) => {
    expect(found(record)).toBe(what);
  });

  it('of a death is redriven by a message that carries that death, and dead for any other', () => {
    expect(found({ status: 'DEAD', death_id: 'd-1' }, { deathId: 'd-1' })).toBe('redriven');
    expect(found({ status: 'DEAD', death_id: 'd-1' }, { deathId: 'd-0' })).toBe('dead');
    expect(found({ status: 'COMPLETED', death_id: 'd-1' }, { deathId: 'd-1' })).toBe('ended');
  });

  it('of other content is redriven by an edited message that carries its death, and by no other', () => {
    const dead = { status: 'DEAD', death_id: 'd-1', ...OTHER } as const;
    expect(found(dead, { deathId: 'd-1', isEdited: true })).toBe('redriven');
    expect(found(dead, { deathId: 'd-1' })).toBe('other-content');
    expect(found(dead, { deathId: 'd-0', isEdited: true })).toBe('other-content');
    expect(found({ ...dead, status: 'COMPLETED' }, { deathId: 'd-1', isEdited: true })).toBe('other-content');
  });
});
