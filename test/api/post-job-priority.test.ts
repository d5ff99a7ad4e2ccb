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
    ['one that the job has not', '"urgent"', 'No such priority', 'Known: high, normal.'],
    ['a number', '1', 'The priority is no text', 'Send it as a string, or leave it out.'],
    ['null', 'null', 'The priority is no text', 'Send it as a string, or leave it out.'],
  ])('is refused with 400 for %s, and leaves nothing behind', async (_what, priority, title, detail) => {
    const trial = createTrial();
    const { status, json } = await trial.post(`{"payload":{"noteId":"n-1"},"priority":${priority}}`);
    expect([status, json.title, json.detail]).toEqual([400, title, detail]);
    expect([trial.fake.requests, trial.records.records.size]).toEqual([[], 0]);
  });

  it('is refused with 400 where the job has none', async () => {
    const { status, json } = await createApiTrial().post('{"payload":{"noteId":"n-1"},"priority":"high"}');
    expect([status, json.title, json.detail]).toEqual([400, 'No such priority', 'This job has none: leave it out.']);
  });
});
