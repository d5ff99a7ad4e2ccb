import type { MemoryRecordTable } from '../../millrace/testing/memory-record-table.ts';
import { startCancels } from './actors/canceller.ts';
import { startForgetting } from './actors/forgetting.ts';
import { startMapping } from './actors/mapping.ts';
import { seeNativeMoves } from './actors/native-moves.ts';
import { redrive, startOperators } from './actors/operator.ts';
import { startProducers } from './actors/producer.ts';
import { startSweeper } from './actors/sweeper.ts';
import { type CreateConsumer, createWorkers } from './actors/workers.ts';
import { type Violation, watchInvariants } from './invariants/check.ts';
import type { DeadLetterSeen } from './invariants/invariant.ts';
import { createWorld, type SimWorld } from './world/create-world.ts';
import type { FaultCounts } from './world/faults.ts';
import { createPlan } from './world/plan.ts';

export interface ScheduleResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly faults: FaultCounts;
  /** Empty unless asked for. */
  readonly events: readonly string[];
}

/** What may be exchanged, to see an invariant break. */
export interface ScheduleOptions {
  readonly keepEvents?: boolean;
  readonly createConsumer?: CreateConsumer;
  readonly table?: MemoryRecordTable;
}

/** Longer than anything waits in these schedules. */
const MOST_CALM_MS = 6 * 3_600_000;
/** A step of looking whether the queue is empty. */
const LOOK_MS = 20_000;
const SETTLING_MS = 120_000;
const MOST_EVENTS = 100_000;

const LAST_REDRIVE = {
  ...{ byOldCode: false, checked: true, onlyFirst: false, edits: false, dryRun: false },
  limit: undefined,
} as const;

/** One seed's schedule: a time of chaos, then calm until the queue is empty, then the invariants. */
export async function runSchedule(seed: number, options: ScheduleOptions = {}): Promise<ScheduleResult> {
  const plan = createPlan(seed);
  const { keepEvents = false, table } = options;
  const world = await createWorld({ plan, seed, keepEvents, table, invariants: watchInvariants });
  const { scheduler, faults, events, invariants } = world;
  const workers = createWorkers(world, plan.jobs[plan.firstCode], options.createConsumer);
  const mapping = startMapping(world, workers);
  startProducers(world);
  startOperators(world);
  startCancels(world);
  startForgetting(world);
  startSweeper(world);
  let code = plan.firstCode;
  for (const atMs of plan.deploysAtMs) {
    scheduler.after(atMs, () => {
      code = code === 'old' ? 'newest' : 'old';
      faults.count(code === 'old' ? 'rollback' : 'deploy');
      events.log('deploy', code);
      workers.deploy(plan.jobs[code]);
    });
  }
  await scheduler.run(scheduler.now() + plan.chaosMs);
  events.log('world', 'is calm from now on');
  faults.end();
  workers.deploy(plan.jobs.newest);
  workers.calmDown();
  await drain(world, () => mapping.busy);
  if (plan.redrivesAtTheEnd) {
    seeNativeMoves(world);
    // What an earlier redrive hides is nobody else's for minutes, nor are those behind it in its group.
    const all = lettersOf(world);
    const isHeld = plan.settings.isOrdered && all.some(({ isVisible }) => !isVisible);
    const letters = all.filter(({ isVisible }) => isVisible && !isHeld);
    const begun = { atMs: scheduler.now(), letters, records: new Map(world.table.records) };
    void redrive(world, 'operator', LAST_REDRIVE);
    await drain(world, () => mapping.busy);
    world.ledger.lastRedrive = { ...begun, endedMs: scheduler.now() };
  }
  judge(world);
  return { seed, violations: invariants.violations, faults: faults.counts, events: events.lines };
}

/** Time goes on until nothing is left in the queue, nor with a worker. */
async function drain(
  { scheduler, sqs, source, table, invariants, ledger }: SimWorld,
  busy: () => number,
): Promise<void> {
  // What is under way, a redrive for one, ends within that.
  await scheduler.run(scheduler.now() + SETTLING_MS);
  const untilMs = scheduler.now() + MOST_CALM_MS;
  const isEmpty = () => {
    const { visible, inFlight, delayed } = sqs.counts(source.name);
    const isSwept = ![...table.records.values()].some(({ unsent }) => unsent !== undefined);
    return isSwept && visible + inFlight + delayed + busy() === 0;
  };
  while (!isEmpty()) {
    if (scheduler.now() > untilMs || scheduler.taken > MOST_EVENTS) {
      const [left] = sqs.messages(source.name);
      const job = ledger.sent.get(left?.body ?? '')?.jobId ?? left?.body.slice(0, 60) ?? 'a batch';
      invariants.broken('the queue drains', job, `received ${left?.receiveCount} times, and still there`);
      return;
    }
    await scheduler.run(scheduler.now() + LOOK_MS);
  }
}

function judge(world: SimWorld): void {
  seeNativeMoves(world);
  const { plan, ledger, table, invariants, faults } = world;
  const deadLetters = lettersOf(world);
  invariants.atEnd({
    plan,
    ledger,
    keptMessages: table.messages,
    confidential: table.confidential,
    records: table.records,
    deadLetters,
    faults: faults.counts,
  });
}

function lettersOf({ sqs, dead }: SimWorld): readonly DeadLetterSeen[] {
  return sqs.messages(dead.name).map(({ messageId, body, attributes, state }) => ({
    messageId,
    body,
    isVisible: state === 'visible',
    deathId: attributes.deathId?.StringValue,
    reason: attributes.deathReason?.StringValue,
  }));
}
