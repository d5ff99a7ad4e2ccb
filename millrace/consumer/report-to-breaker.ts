import type { Delivery } from '../message/delivery.ts';
import { closed, failureCount, givenBack, opened } from '../record/breaker-state.ts';
import type { SharedItem } from '../record/shared-item.ts';
import type { BreakerContext } from './gate-context.ts';
import type { Outcome } from './outcome.ts';
import { tellsOfService } from './tells-of-service.ts';
import type { TurnPlan } from './turn.ts';

interface EndedBatch {
  /** Whoever asked first: the one that tests an open breaker. */
  readonly first: Delivery | undefined;
  readonly outcomes: ReadonlyMap<Delivery, Outcome>;
}

/** A batch without failures and without a test writes nothing. */
export async function reportToBreaker(
  context: BreakerContext,
  { breaker, probe }: TurnPlan,
  { first, outcomes }: EndedBatch,
): Promise<void> {
  if (probe !== undefined) return endProbe(context, probe, first && outcomes.get(first));
  const failures = [...outcomes.values()].filter((outcome) => tellsOfService(outcome) === 'failed').length;
  if (failures > 0) await countFailures(context, breaker, failures);
}

/** Refused where the breaker moved meanwhile: another has opened it, or these failures are of an earlier life. */
async function countFailures(context: BreakerContext, read: SharedItem | undefined, failures: number): Promise<void> {
  const { job, ports } = context;
  const counted = await ports.records.count(failureCount(job, read, ports.clock.now(), failures));
  if (counted < job.breaker.failures) return;
  const item = opened(job, moveOf(context));
  const { written } = await ports.records.replaceShared(item, read?.fence);
  if (written) tell(context, 'breaker opened', { failures: counted });
}

/** Refused where the test took longer than its place was held: another run is at it. */
async function endProbe(context: BreakerContext, probe: SharedItem, outcome: Outcome | undefined): Promise<void> {
  const { job, ports } = context;
  const told = outcome && tellsOfService(outcome);
  const move = moveOf(context);
  const item =
    told === 'completed'
      ? closed(job, move)
      : told === 'failed'
        ? opened(job, move)
        : givenBack(job, move, probe.opened_at ?? move.nowMs);
  const { written } = await ports.records.replaceShared(item, probe.fence);
  if (!written || told === undefined) return;
  if (told === 'completed') tell(context, 'breaker closed');
  else tell(context, 'breaker opened', { failures: 1 });
}

function moveOf({ ports }: BreakerContext) {
  return { fence: ports.newId(), nowMs: ports.clock.now() };
}

function tell(
  { job, ports, requestId }: BreakerContext,
  message: 'breaker opened' | 'breaker closed',
  more: Readonly<Record<string, unknown>> = {},
): void {
  ports.logger.warn(message, { jobType: job.type, ...more, openSeconds: job.breaker.openSeconds, requestId });
}
