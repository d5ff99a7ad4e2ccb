import type { Queues } from '../../../millrace/message/queue.ts';
import { OperatorError } from '../../../millrace/ops/operator-error.ts';
import type { Edit } from '../../../millrace/ops/redrive/edit-message.ts';
import { redriveQueue } from '../../../millrace/ops/redrive/redrive-queue.ts';
import type { RecordTable } from '../../../millrace/record/record-table.ts';
import type { SimWorld } from '../world/create-world.ts';
import { faultyQueues } from '../world/faulty-queues.ts';
import { createHost, type Host } from '../world/host.ts';
import type { PlannedRedrive } from '../world/plan.ts';
import type { RedriveSeen } from '../world/redrive-seen.ts';
import { SimulatedServiceError } from '../world/request.ts';
import type { SimPayload } from '../world/sim-job.ts';
import { watchedRecords } from '../world/watched-records.ts';
import { seeNativeMoves } from './native-moves.ts';

/** An operator makes few calls: a fault at none of them shows nothing. */
const FRAILTY = 3;

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
export async function redrive(world: SimWorld, name: string, asked: Omit<PlannedRedrive, 'atMs'>): Promise<void> {
  const { scheduler, events, faults, plan, ledger, invariants, source, dead, newId } = world;
  const host = createHost({ name, scheduler, log: events.log, frailty: FRAILTY });
  const [first] = ledger.sent.values();
  const onlyId = asked.onlyFirst ? first?.jobId : undefined;
  const seen: RedriveSeen = {
    ...{ asked, onlyId, host, reads: new Map(), received: new Set(), sent: new Set() },
    ...{ receivedAtMs: 0, copies: 0, deletes: 0, writes: 0 },
  };
  ledger.redrives.set(name, seen);
  const bodies = new Set<string>();
  faults.count(asked.dryRun ? 'dry-run' : 'redrive');
  events.log(name, 'redrives');
  const ended = redriveQueue(
    {
      job: asked.byOldCode ? plan.jobs.old : plan.jobs.newest,
      ...{ sourceUrl: source.url, deadLetterUrl: dead.url, onlyId },
      ...{ dryRun: asked.dryRun, checked: asked.checked, limit: asked.limit },
      edit: asked.edits ? editOf(world) : undefined,
    },
    {
      queues: seenQueues(world, host, seen, bodies),
      records: seenRecords(
        watchedRecords(world, host, () => 0),
        seen,
      ),
      ...{ clock: host.clock, newId, stopped: new AbortController().signal, progress: () => undefined },
    },
  ).then(
    (report) => {
      const { redriven, refused, skipped, discarded, failed } = report;
      events.log(name, `redrove ${JSON.stringify({ redriven, refused, skipped, discarded, failed })}`);
      ledger.reports.push(report);
      invariants.onReport(report, seen);
    },
    (error: unknown) => {
      // It ends so where a first call fails: the operator is told and tries again.
      events.log(name, `gives up: ${String(error)}`);
      const isTold = error instanceof SimulatedServiceError || error instanceof OperatorError;
      if (!isTold) invariants.broken('a redrive ends for a reason', name, String(error));
    },
  );
  await Promise.race([ended, host.life.ended]);
  // What was sent and not deleted is there twice.
  if (host.hits > 0) for (const body of bodies) ledger.touch(body);
}

function seenQueues(world: SimWorld, host: Host, seen: RedriveSeen, bodies: Set<string>): Queues {
  const queues = faultyQueues(world, host);
  return {
    ...queues,
    receive: async (url, options) => {
      seeNativeMoves(world);
      const deliveries = await queues.receive(url, options);
      seen.receivedAtMs = world.scheduler.now();
      for (const { body, messageId } of deliveries) {
        bodies.add(body);
        seen.received.add(messageId);
      }
      return deliveries;
    },
    delete: async (url, handles) => {
      const failures = await queues.delete(url, handles);
      seen.deletes += handles.length - failures.length;
      return failures;
    },
  };
}

function seenRecords(records: RecordTable, seen: RedriveSeen): RecordTable {
  return {
    ...records,
    get: async (id) => {
      const record = await records.get(id);
      seen.reads.set(id, record);
      return record;
    },
    update: async (write) => {
      seen.writes += 1;
      const answer = await records.update(write);
      seen.reads.set(write.id, answer.record);
      return answer;
    },
  };
}
