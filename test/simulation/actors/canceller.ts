import { cancelJob } from '../../../millrace/record/cancel-job.ts';
import type { SimWorld } from '../world/create-world.ts';
import { createHost } from '../world/host.ts';
import type { PlannedCancel } from '../world/plan.ts';
import { watchedRecords } from '../world/watched-records.ts';

/** Cancels jobs when the plan says so, at whatever point of their lives that is. */
export function startCancels(world: SimWorld): void {
  for (const cancel of world.plan.cancels) world.scheduler.after(cancel.atMs, () => void cancelOne(world, cancel));
}

async function cancelOne(world: SimWorld, { parcelId }: PlannedCancel): Promise<void> {
  const { scheduler, events, faults, ledger, plan } = world;
  const host = createHost({ name: 'canceller', scheduler, log: events.log });
  const id = `${plan.jobs.newest.type}:${parcelId}`;
  faults.count('cancel');
  ledger.cancelAsked.add(id);
  try {
    const { kind } = await cancelJob(
      watchedRecords(world, host, () => 0),
      plan.jobs.newest,
      id,
      host.clock.now(),
    );
    events.log('canceller', `${id}: ${kind}`);
  } catch (error) {
    // Whoever asked is told that it is not known, and may ask again.
    events.log('canceller', `${id}: ${String(error)}`);
  }
}
