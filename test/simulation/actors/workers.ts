import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { ConsumerLogger, JobLogger } from '../../../millrace/consumer/consumer-logger.ts';
import { createConsumer, type SqsHandler } from '../../../millrace/consumer/create-consumer.ts';
import type { JobDefinition } from '../../../millrace/definition/job-definition.ts';
import { type Life, withinLife } from '../../../millrace/testing/world/life.ts';
import type { SimWorld } from '../world/create-world.ts';
import { faultyQueues } from '../world/faulty-queues.ts';
import { createHost, type Host } from '../world/host.ts';
import { watchedRecords } from '../world/watched-records.ts';
import { simWork } from './work.ts';

/** The function's execution environments. */
export interface Workers {
  /** One invocation as Lambda makes it. */
  invoke(event: SQSEvent): Promise<SQSBatchResponse>;
  /** What starts from now on has this code; who is at work goes on with what it has. */
  deploy(job: JobDefinition): void;
  /** From then on environments are new, and their clocks right. */
  calmDown(): void;
}

/** Half of what any two clocks may differ by, and a little less. */
const MOST_SKEW_MS = 2_450;
const LONGEST_SLEEP_MS = 90_000;

interface Worker {
  readonly host: Host;
  readonly handler: SqsHandler;
  readonly job: JobDefinition;
  generation: number;
  deadlineMs: number;
}

export type CreateConsumer = typeof createConsumer;

export function createWorkers(world: SimWorld, first: JobDefinition, create: CreateConsumer = createConsumer): Workers {
  const { scheduler, faults, draw } = world;
  const all: Host[] = [];
  let idle: Worker[] = [];
  let job = first;
  let isCalm = false;
  let generation = 0;
  let invocations = 0;
  const start = (): Worker => {
    const isSkewed = !isCalm && faults.strikes('clock-skew');
    const skewMs = isSkewed ? draw.between(-MOST_SKEW_MS, MOST_SKEW_MS) : 0;
    const worker = startWorker(world, { name: `worker-${all.length + 1}`, job, skewMs, create });
    worker.generation = generation;
    all.push(worker.host);
    return worker;
  };
  return {
    deploy: (other) => {
      job = other;
      generation += 1;
      idle = [];
    },
    calmDown: () => {
      isCalm = true;
      generation += 1;
      idle = [];
      for (const host of all) host.wake();
    },
    invoke: async (event) => {
      const worker = idle.pop() ?? start();
      if (worker.host.endRest() > 0) faults.count('frozen-between');
      invocations += 1;
      const answer = await invokeWorker(worker, event, `request-${invocations}`);
      if (worker.generation === generation && !worker.host.isOver()) idle.push(worker);
      return answer;
    },
  };

  function invokeWorker(worker: Worker, event: SQSEvent, requestId: string): Promise<SQSBatchResponse> {
    const { host } = worker;
    const timeoutMs = worker.job.timing.functionTimeoutSeconds * 1000;
    worker.deadlineMs = scheduler.now() + timeoutMs;
    const { deadlineMs } = worker;
    for (const { messageId, receiptHandle } of event.Records) {
      // Of a message that is there twice its outcome does not tell which it is.
      const isOne = event.Records.filter((other) => other.messageId === messageId).length === 1;
      world.ledger.hides.delete(`${host.name} ${receiptHandle}`);
      world.ledger.handles.set(`${host.name} ${messageId}`, isOne ? `${host.name} ${receiptHandle}` : '');
    }
    const context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> = {
      awsRequestId: requestId,
      // The runtime is told an instant, and reads its own clock.
      getRemainingTimeInMillis: () => deadlineMs - host.clock.now(),
    };
    return new Promise((resolve, reject) => {
      const cancel = scheduler.after(timeoutMs, () => {
        faults.count('timeout');
        host.hit();
        if (faults.strikes('woken-after-timeout')) host.freeze(draw.between(1, LONGEST_SLEEP_MS));
        else if (!host.isFrozen() || draw.chance(0.5)) host.die();
        reject(new Error('Task timed out'));
      });
      void host.life.ended.then(() => {
        cancel();
        reject(new Error('Runtime exited without providing a reason'));
      });
      const settle = (end: () => void) => {
        cancel();
        host.rest();
        end();
      };
      // The consumer reads these two of the context alone.
      withinLife(lifeOf(world, host), () => worker.handler(event, context as Context)).then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => {
          if (scheduler.now() < deadlineMs) world.invariants.broken('the consumer answers', 'the batch', String(error));
          settle(() => reject(error));
        },
      );
    });
  }
}

/** A message that kills whoever parses it ends this life. */
function lifeOf({ faults }: SimWorld, { life, die }: Host): Life {
  return {
    ...life,
    end: () => {
      faults.count('killed-in-parse');
      die();
    },
  };
}

interface WorkerOptions {
  readonly name: string;
  readonly job: JobDefinition;
  readonly skewMs: number;
  readonly create: CreateConsumer;
}

function startWorker(world: SimWorld, { name, job, skewMs, create }: WorkerOptions): Worker {
  const { scheduler, events, draw, newId, source, dead, ledger } = world;
  const host = createHost({ name, scheduler, log: events.log, skewMs });
  ledger.hosts.set(name, host);
  const newestClaim = (id: string) =>
    [...ledger.claims.values()].findLast((claim) => claim.id === id && claim.writer === name)?.fence;
  const worker: Worker = {
    host,
    job,
    generation: 0,
    deadlineMs: 0,
    handler: create(
      job,
      simWork(world, host, newestClaim),
      {
        queues: [{ queueUrl: source.url, deadLetterQueueUrl: dead.url }],
        codeVersion: `v${job.version}`,
      },
      {
        clock: host.clock,
        queues: faultyQueues(world, host),
        records: watchedRecords(world, host, () => worker.deadlineMs),
        logger: eventLogger(world, host),
        random: draw.number,
        newId,
      },
    ),
  };
  return worker;
}

/** Outcomes are part of the event log. */
function eventLogger({ events, invariants, record, faults, plan, ledger }: SimWorld, host: Host): ConsumerLogger {
  const line = (message: string, extra: Readonly<Record<string, unknown>> = {}) => {
    const { jobId = extra.messageId ?? '', outcome, reason = '', hiddenSeconds } = extra;
    if (typeof outcome !== 'string') return;
    const id = String(jobId);
    if (reason === 'rate-spent' || reason === 'breaker-open') faults.count(reason);
    if (reason === 'handed-back' && plan.settings.isOrdered) faults.count('order-kept');
    invariants.onOutcome({
      ...{ writer: host.name, outcome, jobId: id, record: record(id), reason: String(reason) },
      hides: ledger.hides.get(ledger.handles.get(`${host.name} ${String(extra.messageId)}`) ?? '') ?? 0,
      hiddenSeconds: typeof hiddenSeconds === 'number' ? hiddenSeconds : undefined,
    });
    const hidden = hiddenSeconds === undefined ? '' : ` hidden ${String(hiddenSeconds)} s`;
    events.log(host.name, `${message} ${id} ${String(reason)}${hidden}`);
  };
  const logger: JobLogger = { debug: line, info: line, warn: line, error: line };
  const silent = () => undefined;
  return { ...logger, forJob: () => ({ debug: silent, info: silent, warn: silent, error: silent }) };
}
