import { defineCatalogue, type JobDefinition } from 'millrace';
import { describe, expect, it } from 'vitest';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { status } from '../../millrace/ops/verbs/status.ts';
import { breakerId } from '../../millrace/record/breaker-state.ts';
import type { SharedItem } from '../../millrace/record/shared-item.ts';
import { letDie, openTrial } from './ops-trial.ts';
import { engineWorld, memoryWorld } from './ops-world.ts';
import { catalogue, parcelBill, parcelShip } from './parcel-jobs.ts';

const breaker = { failures: 5, withinSeconds: 60, openSeconds: 120 };
const START_MS = 1_767_225_600_000;

/** The trial's jobs, the first of them with a breaker. */
function stackOf(job: JobDefinition) {
  return defineCatalogue({ owners: catalogue.owners, jobs: [job, parcelBill] });
}

async function openBreakers(
  item: Partial<SharedItem> | undefined,
  open: Parameters<typeof openTrial>[0] = memoryWorld,
) {
  const trial = await openTrial(open);
  const id = breakerId(parcelShip.type);
  if (item) await trial.records.replaceShared({ id, fence: 'f', expiration: 2_000_000_000, ...item }, undefined);
  const stack = { ...trial.stack, catalogue: stackOf({ ...parcelShip, breaker }) };
  return { ...trial, status: (...args: readonly string[]) => trial.call(status, args, {}, { stack }) };
}

describe.each([
  ['in memory', memoryWorld],
  ['on the embedded engine', engineWorld],
])('the status of all jobs %s', (_where, open) => {
  it('counts what waits, is in flight and is dead, and tells how breakers stand', async () => {
    const trial = await openBreakers({ opened_at: START_MS - 75_000 }, open);
    await letDie(trial, parcelBill, 'p-1', 'p-2');
    for (const parcelId of ['p-3', 'p-4', 'p-5'])
      await trial.send(parcelShip, { body: trial.body(parcelShip, parcelId) });
    const { source } = await trial.urls(parcelShip);
    await trial.queues.receive(source, { most: 1, waitSeconds: 0, visibilitySeconds: 60 });
    const { json, text, exitCode } = await trial.status();
    expect(exitCode).toBe(0);
    expect(text.split('\n')).toEqual([
      'JOB          WAITING  IN FLIGHT  DELAYED    DEAD  BREAKER',
      'parcel.ship        2          1        0       0  open, 45 s left',
      'parcel.bill        0          0        0       2  -',
    ]);
    expect(json).toEqual({
      ...{ app: 'shop', stage: 'test', at: '2026-01-01T00:00:00.000Z' },
      jobs: [
        {
          ...{ type: 'parcel.ship', owner: 'logistics', waiting: 2, inFlight: 1, delayed: 0, dead: 0 },
          ...{ breaker: { state: 'open', untilAt: '2026-01-01T00:00:45.000Z' }, ratePerSecond: null },
        },
        {
          ...{ type: 'parcel.bill', owner: 'logistics', waiting: 0, inFlight: 0, delayed: 0, dead: 2 },
          ...{ breaker: null, ratePerSecond: null },
        },
      ],
    });
  });
});

describe('a breaker', () => {
  it.each([
    ['closed', undefined, { state: 'closed' }],
    ['closed', { closed_at: START_MS - 120_000 }, { state: 'closed' }],
    ['returning, 50 %', { closed_at: START_MS - 40_000 }, { state: 'returning', percent: 50 }],
    ['testing', { opened_at: START_MS - 120_000 }, { state: 'testing' }],
    [
      'testing',
      { opened_at: START_MS - 120_000, probe_until: START_MS + 9_000 },
      { state: 'testing', untilAt: '2026-01-01T00:00:09.000Z' },
    ],
  ])('is told as %s where its item is %j', async (words, item, told) => {
    const { json, text } = await (await openBreakers(item)).status('parcel.ship');
    expect(text).toMatch(new RegExp(`  ${words}$`));
    expect(json).toMatchObject({ jobs: [{ breaker: told }] });
  });
});

describe('the table of the status', () => {
  it('fits 80 columns, however long a job’s name is', async () => {
    const longest = 'shipments.reconcilewithcarriersatnightly' as const;
    const job = { ...parcelShip, type: longest, breaker: { ...breaker, openSeconds: 42_000 } };
    const trial = await openTrial();
    await trial.records.replaceShared(
      { id: breakerId(longest), fence: 'f', expiration: 2_000_000_000, opened_at: START_MS },
      undefined,
    );
    const stack = { ...trial.stack, catalogue: stackOf(job as JobDefinition) };
    const { text } = await trial.call(status, [], {}, { stack });
    expect(text.split('\n').slice(1, 3)).toEqual([
      longest,
      '                           0          0        0       0  open, 11 h 40 min left',
    ]);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it('says where there is no job yet, and refuses one that there is not', async () => {
    const trial = await openTrial();
    const empty = { ...trial.stack, catalogue: defineCatalogue({ owners: catalogue.owners, jobs: [] }) };
    expect((await trial.call(status, [], {}, { stack: empty })).text).toBe('There is no job in the trial yet.');
    await expect(trial.call(status, ['parcel.lose'])).rejects.toThrow('there is no job parcel.lose');
  });
});

describe('what all consumers share', () => {
  it.each(['parcel.ship:~/breaker', 'parcel.ship:~/rate/1/7', 'parcel.ship:a/b'])(
    'is no job to redrive: %s',
    async (id) => {
      const trial = await openTrial();
      await expect(trial.call(redrive, [id])).rejects.toThrow(`${id} is no job's id`);
    },
  );
});
