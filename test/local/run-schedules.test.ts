import { GetScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceTogether } from '../../millrace/local/advance-together.ts';
import { type LocalRun, startLocalRun } from '../../millrace/local/local-run.ts';
import type { LocalRunEvent } from '../../millrace/local/local-run-event.ts';
import { createNotesProject } from './fixtures/notes-project.ts';

let project: ReturnType<typeof createNotesProject>;
let events: LocalRunEvent[];
let run: LocalRun;

beforeEach(async () => {
  project = createNotesProject();
  events = [];
  run = await startLocalRun({ ...project, onEvent: (event) => events.push(event) });
}, 60_000);
afterEach(async () => {
  await run.stop();
  project.remove();
});

const within = { timeout: 10_000, interval: 20 };
const year = 366 * 86_400;
/** The next first of January, of which 2:00 in UTC has not come yet. */
const thisYear = new Date().getUTCFullYear();
const due = `${Date.now() < Date.UTC(thisYear, 0, 1, 2) ? thisYear : thisYear + 1}-01-01`;

describe('the schedules of a template', { timeout: 60_000 }, () => {
  it('are told with their next times, in the group of the template', async () => {
    const { ready } = run;
    expect(ready.schedules).toEqual([
      { name: 'shop-dev-called', expression: 'cron(0 4 1 1 ? *)', timeZone: 'UTC', nextAt: `${due}T04:00:00Z` },
      {
        ...{ name: 'shop-dev-note-write-nightly', expression: 'cron(0 3 1 1 ? *)', timeZone: 'Europe/Paris' },
        nextAt: `${due}T02:00:00Z`,
      },
    ]);
    const client = new SchedulerClient({
      ...{ endpoint: ready.schedulerEndpoint, region: ready.region },
      credentials: { accessKeyId: ready.accessKeyId, secretAccessKey: ready.secretAccessKey },
    });
    const group = await client.send(new GetScheduleGroupCommand({ Name: 'shop-dev' }));
    client.destroy();
    expect(group.State).toBe('ACTIVE');
  });

  it('fire in their order when time is moved past them: a job runs, a function is called', async () => {
    await run.advance(year);
    const fired = events.filter(({ event }) => event === 'schedule-fired');
    expect(fired).toEqual([
      {
        event: 'schedule-fired',
        ...{ schedule: 'shop-dev-note-write-nightly', scheduledAt: `${due}T02:00:00Z`, target: 'shop-dev-note-write' },
        targetKind: 'queue',
      },
      {
        event: 'schedule-fired',
        schedule: 'shop-dev-called',
        scheduledAt: `${due}T04:00:00Z`,
        target: 'Called',
        targetKind: 'function',
      },
    ]);
    const jobId = `note.write:nightly-${due}T02:00:00Z`;
    await vi.waitFor(
      () => expect(events).toContainEqual(expect.objectContaining({ event: 'outcome', outcome: 'completed', jobId })),
      within,
    );
    const line = `called with {"Records":[]} at ${run.ready.schedulerEndpoint}`;
    await vi.waitFor(
      () => expect(events).toContainEqual(expect.objectContaining({ event: 'line', function: 'Called', line })),
      within,
    );
  });
});

describe('time that is moved on', () => {
  it('stops at each tick, so that it lands at its own time', async () => {
    const ticks = [30, 30, 100, 250];
    let nowMs = 0;
    const landed: number[] = [];
    await advanceTogether(200, {
      nowMs: () => nowMs,
      nextAtMs: () => (ticks[0] === undefined ? undefined : ticks[0] * 1000),
      move: async (seconds) => {
        nowMs += seconds * 1000;
        for (; ticks[0] !== undefined && ticks[0] * 1000 <= nowMs; ticks.shift()) landed.push(nowMs / 1000);
      },
    });
    expect([nowMs / 1000, landed]).toEqual([200, [30, 30, 100]]);
  });
});
