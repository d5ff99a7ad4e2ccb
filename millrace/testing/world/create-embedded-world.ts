import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { JobDefinition } from '../../definition/job-definition.ts';
import type { Engine } from '../../local/engine/start-engine.ts';
import { sqsSourceQueue } from '../../local/event-source/source-queue.ts';
import type { Assembly } from '../../local/template/read-assembly.ts';
import type { OutgoingMessage, Queues } from '../../message/queue.ts';
import { createSchedulerDelays } from '../../message/scheduler-delays.ts';
import { createSqsQueues } from '../../message/sqs-queues.ts';
import { redriveQueue } from '../../ops/redrive/redrive-queue.ts';
import type { RedriveReport } from '../../ops/redrive/redrive-report.ts';
import type { RedrivePorts } from '../../ops/redrive/redrive-run.ts';
import { cancelAnyJob } from '../../producer/cancel-any-job.ts';
import { createProducer } from '../../producer/create-producer.ts';
import { confidentialKey } from '../../record/confidential-data.ts';
import { createDynamoRecordTable } from '../../record/dynamo-record-table.ts';
import { messageItemKey } from '../../record/message-item.ts';
import { createDelivery } from './delivery.ts';
import { drain } from './drain.ts';
import { type EmbeddedStack, startEmbeddedStack } from './embedded-stack.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFront } from './front.ts';
import { createLife } from './life.ts';
import { lyingMessages } from './lying-messages.ts';
import { createRecordedLog } from './recorded-log.ts';
import { type MoveTaskEnd, runMoveTask } from './run-move-task.ts';
import { seededRandom } from './seeded-random.ts';
import { waitingJobs } from './waiting-jobs.ts';
import { workerDelays } from './worker-calls.ts';
import { createWorkers } from './workers.ts';
import type { DeliverOptions, MoveDestination, RedriveOptions, World, WorldWork } from './world.ts';

export interface EmbeddedWorldOptions<Job extends JobDefinition> {
  /** The synthesised stack that has the job. */
  readonly assembly: Assembly;
  readonly job: Job;
  readonly work: WorldWork<Job>;
}

/** A world on the embedded engine, through the real SDK, on a clock that stands still until it is moved. */
export async function createEmbeddedWorld<Job extends JobDefinition>(
  options: EmbeddedWorldOptions<Job>,
): Promise<World<Job>> {
  const { assembly, job, work } = options;
  const stack = await startEmbeddedStack(assembly, job.type);
  const { engine, deployed } = stack;
  const parts = assemble(stack);
  const { queues, records, faults, log, workers, deliverFrom, producer } = parts;
  const pairOf = (priority?: string) => pairOfPriority(deployed, job, priority);
  const messages = (priority?: string) => lyingMessages(engine.sqs, pairOf(priority).source.name);
  let current: JobDefinition = job;
  const deploy: World<Job>['deploy'] = (newer, newWork) => {
    current = newer;
    // The pipeline parses each payload with this job's schema before it calls this job's work.
    workers.deploy(newer, newWork as unknown as WorldWork<JobDefinition>);
  };
  deploy(job, work);
  return {
    now: () => engine.clock.now(),
    advance: engine.advance,
    send: async (payload, ...chosen) => (await producer.enqueue(job, payload, ...chosen)).jobId,
    sendRaw: async (body, attributes, traceHeader) => {
      // A FIFO queue takes no message without a group, and none twice.
      const fifo = job.orderedBy === undefined ? {} : { groupId: 'raw', deduplicationId: parts.newId() };
      await sendOne(queues, pairOf().source.url, { body, attributes, traceHeader, ...fifo });
      return messages().at(-1)?.messageId ?? '';
    },
    deliver: (chosen = {}) => deliverFrom(pairOf(chosen.priority), chosen),
    drain: (priority) => {
      const [pair, { advance, sqs }] = [pairOf(priority), engine];
      const counts = () => sqs.counts(pair.source.name);
      return drain({ counts, deliver: () => deliverFrom(pair), advance, idle: stack.scheduler.idle });
    },
    deploy,
    patchQueue: async (attributes) => {
      const command = new SetQueueAttributesCommand({ QueueUrl: pairOf().source.url, Attributes: attributes });
      await stack.clients.sqs.send(command);
    },
    fault: faults.add,
    record: records.get,
    cancel: (id) => cancelAnyJob({ ...parts, notDeleted: log.notDeleted }, current, id, engine.clock.now()),
    ...createFront({ ...parts, ...parts.names, job: () => current, delays: parts.faultless, clock: engine.clock }),
    storedMessage: (id, deathId) => records.getMessage(messageItemKey(id, deathId)),
    storedConfidential: (id) => records.getConfidential(confidentialKey(id)),
    ...{ outcomes: log.outcomes, log: log.lines },
    effects: workers.effects,
    messages,
    deadLetters: (priority) => lyingMessages(engine.sqs, pairOf(priority).dead.name),
    delayed: () => waitingJobs(stack.scheduler),
    redrive: ({ priority, ...asked } = {}) =>
      redriveDead(current, pairOf(priority), asked, operatorPorts(stack, parts)),
    moveNatively: (destination, priority) => moveDead(stack, pairOf(priority), destination),
    requestsDuring: (run) => requestsDuring(engine, run),
    stop: () => stopWorld(stack, faults),
  };
}

async function stopWorld(stack: EmbeddedStack, faults: Faults): Promise<void> {
  await stack.stop();
  const [unmet] = faults.unmet();
  if (unmet) throw new Error(`nothing ever met the fault ${JSON.stringify(unmet)}`);
}

async function sendOne(queues: Queues, queueUrl: string, message: OutgoingMessage): Promise<void> {
  const [failure] = await queues.send(queueUrl, [message]);
  if (failure) throw new Error(`the queue refused the message: ${failure.code}`);
}

type Pair = EmbeddedStack['deployed']['pairs'][number];

/** The job's only queue, or that of a priority: the last unless told, as for a producer. */
function pairOfPriority({ pairs }: EmbeddedStack['deployed'], { priorities }: JobDefinition, priority?: string): Pair {
  const pair = priority === undefined ? pairs.at(-1) : pairs[priorities.indexOf(priority)];
  if (!pair) throw new Error(`no queue of priority ${priority}: ${priorities.join(', ')}`);
  return pair;
}

function redriveDead(
  job: JobDefinition,
  { source, dead }: Pair,
  { dryRun = false, checked = false, ...asked }: RedriveOptions,
  ports: RedrivePorts,
): Promise<RedriveReport> {
  return redriveQueue({ ...asked, job, sourceUrl: source.url, deadLetterUrl: dead.url, dryRun, checked }, ports);
}

function moveDead(
  { clients }: EmbeddedStack,
  { source, dead }: Pair,
  destination: MoveDestination,
): Promise<MoveTaskEnd> {
  return runMoveTask(clients.sqs, dead.arn, destination === 'source' ? source.arn : undefined);
}

function operatorPorts(
  { engine }: EmbeddedStack,
  { queues, records, newId }: ReturnType<typeof assemble>,
): RedrivePorts {
  return {
    // A long poll would wait for a clock that stands still.
    queues: { ...queues, receive: (url, options) => queues.receive(url, { ...options, waitSeconds: 0 }) },
    records,
    clock: engine.clock,
    newId,
    stopped: new AbortController().signal,
    progress: () => undefined,
  };
}

/** What the world is made of, on its stack. */
function assemble({ engine, clients, scheduler, schedulerClient, deployed }: EmbeddedStack) {
  const { clock } = engine;
  const { variables, timeoutSeconds } = deployed.consumer;
  const variable = (name: string) => variables[`MILLRACE_${name}`] ?? `MILLRACE_${name} is not in the template`;
  const queues = createSqsQueues(clients.sqs);
  const records = createDynamoRecordTable(clients.dynamodb, variable('TABLE_NAME'));
  const faults = createFaults();
  const log = createRecordedLog();
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const workers = createWorkers({
    clock,
    timeoutSeconds,
    faults,
    log,
    ports: { clock, queues, records, random: seededRandom(1), newId },
    settings: {
      queues: deployed.pairs.map(({ source, dead }) => ({ queueUrl: source.url, deadLetterQueueUrl: dead.url })),
      codeVersion: variable('CODE_VERSION'),
    },
  });
  const deliverFrom = async ({ source, mapping }: Pair, chosen?: DeliverOptions) => {
    await scheduler.idle();
    const queue = sqsSourceQueue(clients.sqs, source.url);
    return createDelivery({ settings: mapping, queue, workers, faults, clock })(chosen);
  };
  const names = { app: variable('APP'), stage: variable('STAGE') };
  const faultless = createSchedulerDelays(schedulerClient, names);
  // A process that never ends, whose calls may fail all the same.
  const delays = workerDelays(faultless, createLife(), faults);
  const producer = createProducer({ ...names, queues, records, delays, clock });
  return { queues, records, delays, faultless, faults, log, workers, deliverFrom, producer, names, newId };
}

async function requestsDuring({ requests }: Engine, run: () => Promise<unknown>) {
  requests.reset();
  await run();
  return byAction(requests.counts());
}

function byAction(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([target, count]) => [target.replace(/^.*\./, ''), count]));
}
