import type { SimWorld } from '../world/create-world.ts';

/** Longer than anybody who has read a record takes to write to it. */
const QUIET_MS = 75_000;
/** For every clock of a schedule. */
const PAST_SECONDS = 10;

/** Weeks pass for records alone: what nobody touches is past its lifetime, and DynamoDB has not removed it yet. */
export function startForgetting(world: SimWorld): void {
  const { plan, scheduler } = world;
  for (const atMs of plan.forgetsAtMs) scheduler.after(atMs, () => forget(world));
}

function forget({ table, scheduler, ledger, faults, events }: SimWorld): void {
  const nowMs = scheduler.now();
  for (const { id, status } of table.records.values()) {
    const isQuiet = (ledger.askedAtMs.get(id) ?? nowMs) + QUIET_MS < nowMs;
    if (!isQuiet || id.includes(':~')) continue;
    ledger.forgotten.add(id);
    faults.count('forgotten');
    events.log('records', `${id}: ${status} is past its lifetime`);
    void table.update({ id, set: { expiration: Math.floor(nowMs / 1000) - PAST_SECONDS } });
  }
}
