import type { Clock } from '../../message/clock.ts';
import type { Delivery } from '../../message/delivery.ts';
import { MOST_BATCH_ENTRIES } from '../../message/queue.ts';
import { type DeadMessage, readDeadMessage } from './dead-message.ts';
import { createHeldMessages, HELD_SECONDS } from './held-messages.ts';
import { judgeWave } from './judge-wave.ts';
import { createTally, type RedriveReport } from './redrive-report.ts';
import type { RedrivePorts, RedriveRequest, RedriveRun } from './redrive-run.ts';
import { settleWave } from './settle-wave.ts';

const POLL_SECONDS = 1;
/** An empty answer doesn't mean an empty queue: so many in a row do, sooner where SQS counts nothing. */
const EMPTIES_IN_A_ROW = 5;
const EMPTIES_WHERE_NONE_COUNTED = 2;

/** Takes the messages of a dead-letter queue one batch after another, each by its verdict. */
export async function redriveQueue(request: RedriveRequest, ports: RedrivePorts): Promise<RedriveReport> {
  const { queues, stopped } = ports;
  const held = createHeldMessages(queues, request.deadLetterUrl);
  const run: RedriveRun = { request, ports, held, tally: createTally(), sent: new Map() };
  let endedEarly: RedriveReport['endedEarly'];
  let stillHidden = 0;
  try {
    await takeAll(run);
    if (stopped.aborted) endedEarly = { by: 'ctrl-c' };
  } catch (error) {
    // What was done has to be told; before anything was done, the error tells it all.
    if (run.tally.received === 0) throw error;
    endedEarly = { by: 'error', message: error instanceof Error ? error.message : String(error) };
  } finally {
    stillHidden = await held.giveBack();
  }
  return {
    dryRun: request.dryRun,
    ...run.tally.snapshot(),
    stillHidden,
    aboutLeft: await countLeft(run),
    ...(endedEarly ? { endedEarly } : {}),
  };
}

async function takeAll(run: RedriveRun): Promise<void> {
  const { request, ports, tally } = run;
  for (let empties = 0; !ports.stopped.aborted && !isDone(run); ) {
    const before = tally.redriven;
    const messages = await receiveNew(run);
    empties = messages.length === 0 ? empties + 1 : 0;
    if (empties >= EMPTIES_IN_A_ROW) return;
    if (empties >= EMPTIES_WHERE_NONE_COUNTED && (await waiting(run)) === 0) return;
    for (const wave of inWaves(messages)) await settleWave(run, await judgeWave(run, wave));
    ports.progress(`${request.job.type}: ${tally.received} looked at, ${tally.redriven} redriven`);
    await pace(run, tally.redriven - before);
  }
}

/** The limit is reached, or the one message was found. */
function isDone({ request, tally }: RedriveRun): boolean {
  const { limit, onlyId } = request;
  if (limit !== undefined && tally.redriven >= limit) return true;
  if (onlyId === undefined) return false;
  const others = tally.snapshot().verdicts['other-job'] ?? 0;
  return tally.received > others;
}

async function receiveNew({ request, ports, held, tally }: RedriveRun): Promise<readonly DeadMessage[]> {
  const { limit = Number.POSITIVE_INFINITY, ratePerSecond = MOST_BATCH_ENTRIES, job, deadLetterUrl } = request;
  const deliveries = await ports.queues.receive(deadLetterUrl, {
    most: Math.min(MOST_BATCH_ENTRIES, ratePerSecond, limit - tally.redriven),
    waitSeconds: POLL_SECONDS,
    visibilitySeconds: HELD_SECONDS,
  });
  const fresh: readonly Delivery[] = deliveries.filter((delivery) => held.hold(delivery));
  return fresh.map((delivery) => readDeadMessage(job, delivery, ports.clock.now()));
}

/** Copies of one job come one after the other: the first decides what the others are. */
function inWaves(messages: readonly DeadMessage[]): DeadMessage[][] {
  const waves: DeadMessage[][] = [];
  for (const message of messages) {
    const wave = waves.find((candidate) => !candidate.some(({ id }) => id === message.id));
    if (wave) wave.push(message);
    else waves.push([message]);
  }
  return waves;
}

async function pace({ request, ports }: RedriveRun, redriven: number): Promise<void> {
  const { ratePerSecond, dryRun } = request;
  if (ratePerSecond === undefined || dryRun || redriven === 0) return;
  await pause(ports.clock, (redriven / ratePerSecond) * 1000, ports.stopped);
}

async function pause(clock: Clock, delayMs: number, stopped: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      stopped.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    stopped.addEventListener('abort', end);
  });
}

async function waiting({ request, ports }: RedriveRun): Promise<number> {
  return (await ports.queues.depth(request.deadLetterUrl)).waiting;
}

async function countLeft({ request, ports }: RedriveRun): Promise<number> {
  const { waiting: visible, inFlight, delayed } = await ports.queues.depth(request.deadLetterUrl);
  return visible + inFlight + delayed;
}
