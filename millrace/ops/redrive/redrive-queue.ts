import type { JobDefinition } from '../../definition/job-definition.ts';
import type { Delivery } from '../../message/delivery.ts';
import { pause } from '../../message/pause.ts';
import { MOST_BATCH_ENTRIES } from '../../message/queue.ts';
import { OperatorError } from '../operator-error.ts';
import { type DeadMessage, readDeadMessage } from './dead-message.ts';
import { endedBy } from './ended-by.ts';
import { createHeldMessages, HELD_SECONDS } from './held-messages.ts';
import { judgeWave } from './judge-wave.ts';
import { createTally, type RedriveReport } from './redrive-report.ts';
import type { RedrivePorts, RedriveRequest, RedriveRun } from './redrive-run.ts';
import { settleWave } from './settle-wave.ts';

const POLL_SECONDS = 1;
/** An empty answer doesn't mean an empty queue: so many in a row do, sooner where SQS counts nothing. */
const EMPTIES_IN_A_ROW = 5;
const EMPTIES_WHERE_NONE_COUNTED = 2;
/** Held messages that come again and again, so often each on average, with no other between them, are all there is to be had. */
const MOST_ROUNDS_OF_SEEN = 2;
/** SQS hides about 120,000 messages of a queue at a time; beyond that a poll that waits is given nothing, and no error. */
const NEAR_IN_FLIGHT_LIMIT = 100_000;

const onlySeen = [
  'SQS gives only messages that this run has looked at, and others may be left',
  'run it again',
] as const;
const tooManyInFlight = [
  'as many messages of the queue are in flight as SQS allows, so it gives no other',
  'run it again once nobody else reads the queue',
] as const;

const behindHeld = [
  'others stand behind those that stay here: a FIFO queue hands out ten of a group, and no more until these are gone',
  'redrive what was refused, then run it again',
] as const;
const behindOthers = [
  'it may stand behind others of its group: a FIFO queue hands out ten of a group, and no more until these are gone',
  'redrive those that died before it, then run it again',
] as const;

/** Takes the messages of a dead-letter queue one batch after another, each by its verdict. `sent` is what went before. */
export async function redriveQueue(
  request: RedriveRequest,
  ports: RedrivePorts,
  sent: RedriveRun['sent'] = new Map(),
): Promise<RedriveReport> {
  const { queues, stopped, clock } = ports;
  const held = createHeldMessages(queues, request.deadLetterUrl, clock);
  const run: RedriveRun = { request, ports, held, tally: createTally(), sent, stoppedGroups: new Map() };
  let endedEarly: RedriveReport['endedEarly'];
  let stillHidden = 0;
  try {
    await takeAll(run);
    if (stopped.aborted) endedEarly = { by: 'ctrl-c' };
  } catch (error) {
    // What was done has to be told; before anything was done, the error tells it all.
    if (run.tally.received === 0) throw error;
    endedEarly = endedBy(error);
  } finally {
    stillHidden = await held.giveBack();
  }
  return {
    dryRun: request.dryRun,
    ...run.tally.snapshot(),
    stillHidden,
    ...(await countLeft(run)),
    ...(endedEarly ? { endedEarly } : {}),
  };
}

async function takeAll(run: RedriveRun): Promise<void> {
  const { request, ports, tally, held } = run;
  let empties = 0;
  let seenAgain = 0;
  while (!ports.stopped.aborted && !isDone(run)) {
    const before = tally.redriven;
    await held.renew();
    const deliveries = await receive(run);
    const fresh = deliveries.filter((delivery) => held.hold(delivery));
    empties = deliveries.length === 0 ? empties + 1 : 0;
    if (await isExhausted(run, empties)) return;
    seenAgain = fresh.length > 0 ? 0 : seenAgain + deliveries.length;
    if (seenAgain > MOST_ROUNDS_OF_SEEN * held.count()) throw new OperatorError(...onlySeen);
    const messages = fresh.map((delivery) => readDeadMessage(request.job, delivery, ports.clock.now()));
    for (const wave of inWaves(request.job, messages)) await settleWave(run, await judgeWave(run, wave));
    ports.progress(`${request.job.type}: ${tally.received} looked at, ${tally.redriven} redriven`);
    await pace(run, tally.redriven - before);
  }
}

/** True where the queue has no more to give. @throws OperatorError where it has, and SQS hands out none of it. */
async function isExhausted({ request, ports, held }: RedriveRun, empties: number): Promise<boolean> {
  if (empties < EMPTIES_WHERE_NONE_COUNTED) return false;
  const { waiting, inFlight } = await ports.queues.depth(request.deadLetterUrl);
  if (waiting === 0) return true;
  if (empties < EMPTIES_IN_A_ROW) return false;
  if (inFlight >= NEAR_IN_FLIGHT_LIMIT) throw new OperatorError(...tooManyInFlight);
  if (request.job.orderedBy !== undefined && held.count() > 0) {
    const [message, nextStep] = request.onlyId === undefined ? behindHeld : behindOthers;
    throw new OperatorError(message, nextStep);
  }
  // Five times nothing is more to go by than a count that may be a minute old.
  return true;
}

/** The limit is reached, or the one message was found. */
function isDone({ request, tally }: RedriveRun): boolean {
  const { limit, onlyId } = request;
  if (limit !== undefined && tally.redriven >= limit) return true;
  if (onlyId === undefined) return false;
  const others = tally.snapshot().verdicts['other-job'] ?? 0;
  return tally.received > others;
}

async function receive({ request, ports, tally }: RedriveRun): Promise<readonly Delivery[]> {
  const { limit = Number.POSITIVE_INFINITY, ratePerSecond = MOST_BATCH_ENTRIES, deadLetterUrl } = request;
  return await ports.queues.receive(deadLetterUrl, {
    most: Math.min(MOST_BATCH_ENTRIES, ratePerSecond, limit - tally.redriven),
    waitSeconds: POLL_SECONDS,
    visibilitySeconds: HELD_SECONDS,
  });
}

/**
 * Messages of one job come one after the other: the first decides what the others are. So do those of an ordered group:
 * the next is sent once the one before it was taken.
 */
function inWaves(job: JobDefinition, messages: readonly DeadMessage[]): DeadMessage[][] {
  const waves: DeadMessage[][] = [];
  for (const message of messages) {
    const before = waves.findLastIndex((wave) =>
      wave.some((other) => isOfOneJob(other, message) || isOfOneGroup(job, other, message)),
    );
    const wave = waves[before + 1];
    if (wave) wave.push(message);
    else waves.push([message]);
  }
  return waves;
}

function isOfOneJob(one: DeadMessage, other: DeadMessage): boolean {
  return one.id === other.id || (one.content !== undefined && one.content.id === other.content?.id);
}

function isOfOneGroup({ orderedBy }: JobDefinition, one: DeadMessage, other: DeadMessage): boolean {
  return orderedBy !== undefined && one.delivery.groupId === other.delivery.groupId;
}

async function pace({ request, ports }: RedriveRun, redriven: number): Promise<void> {
  const { ratePerSecond, dryRun } = request;
  if (ratePerSecond === undefined || dryRun || redriven === 0) return;
  await pause(ports.clock, (redriven / ratePerSecond) * 1000, ports.stopped);
}

/** Undefined where SQS gives no count: what was done has to be told all the same. */
async function countLeft({
  request,
  ports,
  tally,
}: RedriveRun): Promise<Pick<RedriveReport, 'aboutLeft' | 'aboutHeldElsewhere'>> {
  try {
    const { waiting, inFlight, delayed } = await ports.queues.depth(request.deadLetterUrl);
    return { aboutLeft: waiting + inFlight + delayed, aboutHeldElsewhere: tally.received === 0 ? inFlight : 0 };
  } catch {
    // Told as a count that is missing; the run itself tells why it ended.
    return { aboutLeft: undefined, aboutHeldElsewhere: 0 };
  }
}
