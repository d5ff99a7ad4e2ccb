/** What the tests of the record's writes write, and when. */
export const NOW_MS = 1_767_225_600_000;
export const CONTENT = { id: 'parcel.ship:p-1', type: 'parcel.ship', version: 1, validation: 'hash' };
export const AT = { nowMs: NOW_MS, expiration: 1_767_226_600 };
export const TERMS = { ...AT, fence: 'mine', inProgressUntilMs: NOW_MS + 30_000 };
export const DUE = { dueMs: NOW_MS + 5_000, expiration: 1_767_226_600 };
export const DEATH = { ...AT, deathId: 'd-2', reason: 'attempts-spent' } as const;
