import { defineCatalogue, defineJob, type JobDefinition } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue } from '../../jobs/index.ts';
import { jobsPage } from '../../millrace/ops/jobs-page.ts';
import { readProjectFile } from '../architecture/project-files.ts';

const owners = { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } };
const parcelShip = defineJob({
  type: 'parcel.ship',
  owner: 'logistics',
  payload: z.object({ parcelId: z.string(), carrierId: z.string() }),
  idempotencyKey: ['parcelId', 'carrierId'],
  maxAttempts: 5,
  visibilitySeconds: 120,
  ratePerSecond: 2.5,
  breaker: { failures: 5, withinSeconds: 60, openSeconds: 120 },
  replay: { rule: 'check-first', because: 'the carrier has no idempotency keys' },
});
const page = jobsPage(defineCatalogue({ owners, jobs: [parcelShip] }));

describe('the page of jobs', () => {
  it('is that of the catalogue: where this fails, run npm run docs', () => {
    expect(readProjectFile('docs/jobs.md')).toBe(jobsPage(catalogue));
  });

  it('says who owns a job, what names it, and whether it may be replayed', () => {
    expect(page).toContain('\n## parcel.ship\n');
    expect(page).toContain('Logistics owns it. Payload, version 1: `parcelId`, `carrierId`.');
    expect(page).toContain('Its key is `parcelId`, `carrierId`.');
    expect(page).toContain('Replay when dead: check first, because the carrier has no idempotency keys.');
  });

  it.each([
    ['p95Seconds', '`p95Seconds`', '1 s, unmeasured', 'default'],
    ['timeoutSeconds', '`timeoutSeconds`', '5 s', 'derived'],
    ['maxAttempts', '`maxAttempts`', '5', 'set'],
    ['concurrency', '`concurrency`', '20 at once', 'default'],
    ['the rate', '`ratePerSecond`', '5 in 2 s', 'set'],
    ['the breaker', '`breaker`', '5 failures in 60 s open it for 120 s', 'set'],
    ['the function timeout', 'function timeout', '15 s', 'derived'],
    ['the visibility timeout', 'visibility timeout', '120 s', 'set'],
    ['the record lifetime', 'record lifetime', '22 days', 'derived'],
  ])('says what %s is, and where it comes from', (_title, setting, value, from) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${setting} `));
    expect(row?.split('|').map((cell) => cell.trim())).toEqual(['', setting, value, from, '']);
  });

  it('says what orders a job, who shares its queue fairly, and what its priorities are', () => {
    const { type, owner, payload: schema, idempotencyKey, replay } = parcelShip;
    const spec = { type, owner, payload: schema, idempotencyKey: idempotencyKey[0] as 'parcelId', replay };
    const rowsOf = (job: JobDefinition) =>
      jobsPage(defineCatalogue({ owners, jobs: [job] }))
        .split('\n')
        .filter((line) => /^\| (`orderedBy`|`fairBy`|`priorities`|batch size|batches at once) /.test(line))
        .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rowsOf(defineJob({ ...spec, orderedBy: 'carrierId' }))).toEqual([
      ['', '`orderedBy`', '`carrierId`', 'set', ''],
      ['', '`fairBy`', 'none', 'default', ''],
      ['', '`priorities`', 'none', 'default', ''],
      ['', 'batch size', '10', 'derived', ''],
      ['', 'batches at once', '20', 'derived', ''],
    ]);
    expect(rowsOf(defineJob({ ...spec, fairBy: 'carrierId', priorities: ['high', 'low'] }))).toEqual([
      ['', '`orderedBy`', 'none', 'default', ''],
      ['', '`fairBy`', '`carrierId`', 'set', ''],
      ['', '`priorities`', '`high`, `low`', 'set', ''],
      ['', 'batch size', '5', 'derived', ''],
      ['', 'batches at once', '2 of each queue', 'derived', ''],
    ]);
  });

  it('tells when a job is sent by itself, in which zone and with what', () => {
    const { type, owner, payload: schema, replay } = parcelShip;
    const payload = { parcelId: 'p-{scheduledAt}', carrierId: 'any' };
    const schedules = {
      nightly: { cron: '0 3 * * ? *', timeZone: 'Europe/Paris', payload },
      often: { rate: '1 hour', payload: { ...payload, carrierId: 'own' }, priority: 'high' },
    };
    const spec = { type, owner, payload: schema, idempotencyKey: ['parcelId', 'carrierId'], replay } as const;
    const job = defineJob({ ...spec, priorities: ['high', 'low'], schedules });
    const rows = jobsPage(defineCatalogue({ owners, jobs: [job] }))
      .split('\n')
      .filter((line) => /^\| (schedule|`nightly`|`often`) /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows).toEqual([
      ['', 'schedule', 'when', 'time zone', 'priority', 'payload', ''],
      [
        ...['', '`nightly`', '`cron(0 3 * * ? *)`', 'Europe/Paris', '`low`'],
        ...['`{"parcelId":"p-{scheduledAt}","carrierId":"any"}`', ''],
      ],
      [
        ...['', '`often`', '`rate(1 hour)`', 'UTC', '`high`'],
        ...['`{"parcelId":"p-{scheduledAt}","carrierId":"own"}`', ''],
      ],
    ]);
    expect(page).not.toContain('| schedule');
  });

  it('is short where there is no job yet', () => {
    expect(jobsPage(defineCatalogue({ owners, jobs: [] }))).toMatch(/\n\nThere is none yet\.\n$/);
  });
});
