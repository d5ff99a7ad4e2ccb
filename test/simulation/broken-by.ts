import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import type { ConsumerPorts } from '../../millrace/consumer/invocation.ts';
import type { RecordTable } from '../../millrace/record/record-table.ts';
import type { CreateConsumer } from './actors/workers.ts';
import { runSchedule, type ScheduleOptions } from './run-schedule.ts';

const MOST_SCHEDULES = 240;

/** The invariants that break in some schedules with a broken part. */
export async function brokenBy(broken: () => ScheduleOptions, awaited: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let seed = 1; seed <= MOST_SCHEDULES && !seen.has(awaited); seed += 1) {
    for (const { invariant } of (await runSchedule(seed, broken())).violations) seen.add(invariant);
  }
  return seen;
}

/** Every environment's consumer, with other ports. */
export function consumerWith(change: (ports: ConsumerPorts) => Partial<ConsumerPorts>): () => ScheduleOptions {
  const create: CreateConsumer = (job, work, settings, ports) =>
    createConsumer(job, work, settings, { ...ports, ...change(ports) });
  return () => ({ createConsumer: create });
}

/** The same, with another record table. */
export const withRecords = (change: (records: RecordTable) => Partial<RecordTable>) =>
  consumerWith(({ records }) => ({ records: { ...records, ...change(records) } }));
