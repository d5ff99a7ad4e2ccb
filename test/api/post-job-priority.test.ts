import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createApiTrial } from './api-trial.ts';

const urgentNote = defineJob({
  type: 'note.keep',
  owner: 'archive',
  payload: z.object({ noteId: z.string() }),
  idempotencyKey: 'noteId',
  priorities: ['high', 'normal'],
  replay: { rule: 'safe' },
});
const createTrial = () => createApiTrial(undefined, urgentNote);

describe('a job that is posted with a priority', () => {
  it('goes to the queue of that priority', async () => {
    const trial = createTrial();
    const { status } = await trial.post('{"payload":{"noteId":"n-1"},"priority":"high"}');
    expect([status, trial.fake.lookedUp]).toEqual([202, ['shop-prod-note-keep-high']]);
  });

  it('goes to the least urgent queue where it names none', async () => {
    const trial = createTrial();
    const { status } = await trial.post('{"payload":{"noteId":"n-1"}}');
    expect([status, trial.fake.lookedUp]).toEqual([202, ['shop-prod-note-keep-normal']]);
  });

  it.each([
    ['one that the job has not', '"urgent"', 'high, normal are allowed (normal unless given)'],
    ['a number', '1', 'must be a string, or left out'],
    ['null', 'null', 'must be a string, or left out'],
  ])('is refused with 400 for %s, and leaves nothing behind', async (_what, priority, message) => {
    const trial = createTrial();
    const { status, json } = await trial.post(`{"payload":{"noteId":"n-1"},"priority":${priority}}`);
    expect([status, json.issues]).toEqual([400, [{ path: 'priority', message }]]);
    expect([trial.fake.requests, trial.records.records.size]).toEqual([[], 0]);
  });

  it('is refused with 400 where the job has none', async () => {
    const { status, json } = await createApiTrial().post('{"payload":{"noteId":"n-1"},"priority":"high"}');
    expect([status, json.issues]).toEqual([
      400,
      [{ path: 'priority', message: 'none is allowed: note.keep has no priorities' }],
    ]);
  });
});
