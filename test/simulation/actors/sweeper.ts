import { sweep } from '../../../millrace/api/sweep.ts';
import { createSender } from '../../../millrace/producer/create-sender.ts';
import { APP, type SimWorld, STAGE } from '../world/create-world.ts';
import { faultyQueues } from '../world/faulty-queues.ts';
import { createHost } from '../world/host.ts';
import { watchedRecords } from '../world/watched-records.ts';

const EVERY_MS = 60_000;
/** The scheduler that calls it delivers at least once, and a sweep may last longer than a minute. */
const SHARE_OF_DOUBLES = 0.2;
/** Of the function. */
const TIMEOUT_MS = 60_000;

/** Sends each minute what was saved and not sent, for as long as the world goes on. */
export function startSweeper(world: SimWorld): void {
  const { scheduler, draw, faults } = world;
  const next = () => {
    scheduler.after(EVERY_MS, next);
    const isDouble = draw.chance(SHARE_OF_DOUBLES);
    if (isDouble) faults.count('two-sweeps-at-once');
    for (let at = 0; at < (isDouble ? 2 : 1); at += 1) void sweepOnce(world);
  };
  scheduler.after(draw.between(0, EVERY_MS), next);
}

async function sweepOnce(world: SimWorld): Promise<void> {
  const { scheduler, events, faults, plan } = world;
  const host = createHost({ name: 'sweeper', scheduler, log: events.log });
  const silent = () => undefined;
  const ports = {
    catalogue: { owners: {}, jobs: [plan.jobs.newest] },
    sender: createSender({ app: APP, stage: STAGE, clock: host.clock, queues: faultyQueues(world, host) }),
    records: watchedRecords(world, host, () => 0),
    clock: host.clock,
    newHex: (bytes: number) => 'a1'.repeat(bytes),
    logger: { info: silent, warn: silent, error: silent },
  };
  try {
    const report = await sweep(ports, host.clock.now() + TIMEOUT_MS);
    if (report.sent > 0) faults.count('swept');
    events.log('sweeper', JSON.stringify(report));
  } catch (error) {
    // The next one comes in a minute.
    events.log('sweeper', String(error));
  }
}
