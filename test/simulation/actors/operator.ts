import { redriveQueue } from '../../../millrace/ops/redrive/redrive-queue.ts';
import type { Edit } from '../../../millrace/ops/redrive/edit-message.ts';
import type { SimPayload } from '../world/sim-job.ts';
import type { SimWorld } from '../world/create-world.ts';
import { faultyQueues } from '../world/faulty-queues.ts';
import { createHost } from '../world/host.ts';
import type { PlannedRedrive } from '../world/plan.ts';
import { watchedRecords } from '../world/watched-records.ts';
import { seeNativeMoves } from './native-moves.ts';

/** Redrives when the plan says so. */
export function startOperators(world: SimWorld): void {
  const { plan, scheduler, faults } = world;
  const state = { running: 0 };
  for (const [index, planned] of plan.redrives.entries()) {
    scheduler.after(planned.atMs, () => {
      if (state.running > 0) faults.count('two-redrives-at-once');
      state.running += 1;
      void redrive(world, `operator-${index + 1}`, planned).finally(() => {
        state.running -= 1;
      });
    });
  }
}

/** Another weight for each, told apart by it from whatever was sent before; the carrier's strike is over, too. */
function editOf({ ledger, faults }: SimWorld): Edit {
  return (payload) => {
    // A message that holds no job may come here as well.
    const { does } = payload as unknown as Partial<SimPayload>;
    faults.count('edit');
    const isPlain = does !== undefined && does !== 'act-at-most-once';
    return { ...payload, ...(isPlain ? { does: 'succeed' } : {}), weightGrams: 100 + ledger.places() };
  };
}

/** One redrive by one operator, whose program may end between any two lines. */
export async function redrive(world: SimWorld, name: string, planned: Omit<PlannedRedrive, 'atMs'>): Promise<void> {
  const { scheduler, events, faults, plan, ledger, invariants, source, dead, newId } = world;
  const host = createHost({ name, scheduler, log: events.log });
  const queues = faultyQueues(world, host);
  const job = planned.byOldCode ? plan.jobs.old : plan.jobs.newest;
  const [first] = ledger.sent.values();
  const received = new Set<string>();
  faults.count(planned.dryRun ? 'dry-run' : 'redrive');
  events.log(name, 'redrives');
  const ended = redriveQueue(
    {
      job,
      sourceUrl: source.url,
      deadLetterUrl: dead.url,
      dryRun: planned.dryRun,
      checked: planned.checked,
      ...(planned.limit === undefined ? {} : { limit: planned.limit }),
      ...(planned.edits ? { edit: editOf(world) } : {}),
      ...(planned.onlyFirst && first?.jobId !== undefined ? { onlyId: first.jobId } : {}),
    },
    {
      queues: {
        ...queues,
        receive: async (url, options) => {
          seeNativeMoves(world);
          const deliveries = await queues.receive(url, options);
          for (const { body } of deliveries) received.add(body);
          return deliveries;
        },
      },
      records: watchedRecords(world, host, () => 0),
      clock: host.clock,
      newId,
      stopped: new AbortController().signal,
      progress: () => undefined,
    },
  ).then(
    (report) => {
      const { redriven, refused, skipped, discarded, failed } = report;
      events.log(name, `redrove ${JSON.stringify({ redriven, refused, skipped, discarded, failed })}`);
      ledger.reports.push(report);
      invariants.onReport(report);
    },
    // It ends so where a first call fails: the operator is told and tries again.
    (error: unknown) => events.log(name, `gives up: ${String(error)}`),
  );
  await Promise.race([ended, host.life.ended]);
  // What was sent and not deleted is there twice.
  if (host.hits > 0) for (const body of received) ledger.touch(body);
}
