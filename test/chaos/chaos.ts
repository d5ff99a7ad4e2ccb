import { randomUUID } from 'node:crypto';
import { systemClock } from '../../millrace/message/clock.ts';
import { createSqsQueues } from '../../millrace/message/sqs-queues.ts';
import { redriveQueue } from '../../millrace/ops/redrive/redrive-queue.ts';
import { createProducer } from '../../millrace/producer/create-producer.ts';
import { createDynamoRecordTable } from '../../millrace/record/dynamo-record-table.ts';
import { seededRandom } from '../../millrace/testing/world/seeded-random.ts';
import { type RunningTwins, startTwins } from '../../services/twins/index.ts';
import { type ChaosStack, startChaosStack } from './chaos-stack.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { orderFulfil } from './order-fulfil.ts';
import { countEnded, countEvent, createTally, type Tally } from './tally.ts';
import { startTrouble, type Trouble } from './trouble.ts';
import { createWorkforce, type Workforce } from './workforce.ts';

export interface ChaosOptions {
  readonly jobs: number;
  /** Of when workers are killed and what the services do; the processes' own timing is not repeatable. */
  readonly seed: number;
}

export interface ChaosReport {
  readonly tally: Tally;
  readonly evidence: Evidence;
  readonly seconds: number;
}

interface Stage {
  readonly stack: ChaosStack;
  readonly twins: RunningTwins;
  readonly workforce: Workforce;
  readonly tally: Tally;
}

const MOST_ROUNDS = 2_000;
const MOST_REDRIVES = 5;
const STEP_SECONDS = 5;

/** Jobs with steps, worked off by processes that are killed, over services that misbehave, until none is left. */
export async function chaos({ jobs, seed }: ChaosOptions): Promise<ChaosReport> {
  const startedMs = systemClock.now();
  const stack = await startChaosStack();
  const twins = await startTwins({ now: () => stack.engine.clock.now() });
  const tally = createTally();
  let trouble: Trouble | undefined;
  const table = String(stack.deployed.consumer.variables.MILLRACE_TABLE_NAME);
  const records = createDynamoRecordTable(stack.clients.dynamodb, table);
  const workforce = createWorkforce({
    stack,
    services: twins.environment,
    onEvent: (event) => {
      if (countEvent(tally, event)) trouble?.afterOutcome();
    },
    onBatch: ({ failed = [] }) => countEnded(tally, failed, records),
    onReceive: (receiveCount) => {
      if (receiveCount > 1) tally.redeliveries += 1;
    },
  });
  try {
    trouble = await startTrouble({ twins, kill: workforce.kill, random: seededRandom(seed) });
    const jobIds = await sendAll(stack, jobs);
    await workAll({ stack, twins, workforce, tally });
    await trouble.end();
    const evidence = await gatherEvidence({ jobIds, twins, dynamodb: stack.clients.dynamodb, table });
    return { tally, evidence, seconds: (systemClock.now() - startedMs) / 1000 };
  } finally {
    await trouble?.end();
    await workforce.stop();
    await twins.stop();
    await stack.stop();
  }
}

async function sendAll({ clients, engine }: ChaosStack, jobs: number): Promise<string[]> {
  const queues = createSqsQueues(clients.sqs);
  const producer = createProducer({ app: 'shop', stage: 'chaos', queues, clock: engine.clock });
  const payloads = Array.from({ length: jobs }, (_, index) => ({ orderId: `o-${index + 1}` }));
  const sent = await producer.enqueueAll(orderFulfil, payloads);
  return sent.map((one) => {
    if (!one.ok) throw one.error;
    return one.jobId;
  });
}

/** What died is redriven, as by a person who has checked; what dies again and again is left for the evidence to show. */
async function workAll(stage: Stage): Promise<void> {
  const { engine, deployed } = stage.stack;
  await drain(stage);
  for (let redrives = 0; redrives < MOST_REDRIVES; redrives += 1) {
    const { visible, inFlight } = engine.sqs.counts(deployed.pairs[0].dead.name);
    if (visible + inFlight === 0) return;
    await redrive(stage);
    await drain(stage);
  }
}

/** Time is moved on only where nobody runs: it passes, and nobody's clock jumps. */
async function drain({ stack: { engine, deployed }, workforce, twins }: Stage): Promise<void> {
  const counts = () => engine.sqs.counts(deployed.pairs[0].source.name);
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    await workforce.workOff();
    // Answered after whatever a worker sent before it was killed: nothing of it is on its way any more.
    await (await fetch(twins.address)).text();
    for (let now = counts(); now.visible === 0; now = counts()) {
      if (now.inFlight + now.delayed === 0) return;
      engine.advance(STEP_SECONDS);
    }
  }
  throw new Error(`the queue is not empty after ${MOST_ROUNDS} rounds`);
}

async function redrive({ stack: { clients, deployed, engine }, tally }: Stage): Promise<void> {
  const queues = createSqsQueues(clients.sqs);
  const table = String(deployed.consumer.variables.MILLRACE_TABLE_NAME);
  const report = await redriveQueue(
    {
      ...{ job: orderFulfil, sourceUrl: deployed.pairs[0].source.url, deadLetterUrl: deployed.pairs[0].dead.url },
      ...{ dryRun: false, checked: true },
    },
    {
      queues: { ...queues, receive: (url, options) => queues.receive(url, { ...options, waitSeconds: 0 }) },
      records: createDynamoRecordTable(clients.dynamodb, table),
      clock: engine.clock,
      newId: randomUUID,
      stopped: new AbortController().signal,
      progress: () => undefined,
    },
  );
  tally.redriven += report.redriven;
}
