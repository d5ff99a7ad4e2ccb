import type { Context } from 'aws-lambda';
import { type Catalogue, type JobDefinition, PermanentError } from 'millrace';
import { onTestFinished } from 'vitest';
import type { ConsumerLogger } from '../../millrace/consumer/consumer-logger.ts';
import { createConsumer } from '../../millrace/consumer/create-consumer.ts';
import { queuePairs } from '../../millrace/definition/queue-pairs.ts';
import { wirePayload } from '../../millrace/definition/wire-payload.ts';
import type { Delivery } from '../../millrace/message/delivery.ts';
import { writeEnvelope } from '../../millrace/message/envelope.ts';
import type { OutgoingMessage, Queues } from '../../millrace/message/queue.ts';
import type { Stack } from '../../millrace/ops/stack/stack.ts';
import type { Verb, VerbAnswer, VerbCall } from '../../millrace/ops/verbs/verb.ts';
import { sqsEvent } from '../../millrace/testing/sqs-event.ts';
import { memoryWorld, type OpsWorld } from './ops-world.ts';
import { catalogue as parcelCatalogue } from './parcel-jobs.ts';

/** A stack of two jobs whose handlers refuse everything until they are mended. */
export async function openTrial(
  open: (catalogue: Catalogue) => Promise<OpsWorld> = memoryWorld,
  catalogue: Catalogue = parcelCatalogue,
) {
  const world = await open(catalogue);
  onTestFinished(() => world.stop());
  const { clock, queues, records, delays } = world;
  let ids = 0;
  const newId = () => `id-${++ids}`;
  /** Of a job's only queue, or of the one of a priority. */
  const urls = async (job: JobDefinition, priority?: string) => {
    const pairs = queuePairs('shop', 'test', job);
    const pair = pairs.find((one) => one.priority === priority) ?? pairs[0];
    return { source: await queues.url(pair.source), dead: await queues.url(pair.deadLetter) };
  };
  const stack: Stack = {
    ...{ app: 'shop', stage: 'test', place: 'the trial', isProduction: false },
    ...{ catalogue, queues, records, delays, close: () => undefined },
  };
  const runs: string[] = [];
  let isBroken = true;
  const body = (job: JobDefinition, parcelId: string) => {
    const { id, data } = wirePayload(job, { parcelId });
    return writeEnvelope({ job, id, data, source: '/test', nowMs: clock.now() });
  };
  const deliverOne = async (job: JobDefinition, delivery: Delivery, { source, dead }: Urls) => {
    const handler = createConsumer(
      job,
      (running) => {
        if (isBroken) throw new PermanentError(`parcel ${running.attempt} is lost`);
        runs.push(running.id);
      },
      { queues: [{ queueUrl: source, deadLetterQueueUrl: dead }], codeVersion: 'test' },
      { clock, queues, records, logger: silent, random: () => 0.5, newId },
    );
    const deadlineMs = clock.now() + job.timing.functionTimeoutSeconds * 1000;
    const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => deadlineMs - clock.now() };
    const answer = await handler(sqsEvent([delivery]), context as Context); // the consumer reads these two alone
    if (answer.batchItemFailures.length === 0) await queues.delete(source, [delivery.receiptHandle]);
  };
  return {
    ...world,
    stack,
    urls,
    body,
    /** Ids of the jobs whose work was done. */
    runs,
    mend: () => {
      isBroken = false;
    },
    send: async (job: JobDefinition, message: OutgoingMessage, priority?: string) => {
      await queues.send((await urls(job, priority)).source, [message]);
    },
    /** Gives the job's consumer everything that is visible. */
    deliver: async (job: JobDefinition, priority?: string) => {
      const of = await urls(job, priority);
      const next = () => queues.receive(of.source, { most: 10, waitSeconds: 0, visibilitySeconds: 60 });
      for (let batch = await next(); batch.length > 0; batch = await next()) {
        for (const delivery of batch) await deliverOne(job, delivery, of);
      }
    },
    /** What stands in a queue now, without taking it. */
    look: (queueUrl: string) => look(queues, queueUrl),
    call: (verb: Verb, args: readonly string[], options: VerbCall['options'] = {}, over: Partial<VerbCall> = {}) =>
      callVerb(verb, { ...callOn(clock), stack, newId, arguments: args, options, ...over }),
  };
}

export type OpsTrial = Awaited<ReturnType<typeof openTrial>>;

type Urls = { readonly source: string; readonly dead: string };

/** Sends jobs and lets them die. */
export async function letDie(trial: OpsTrial, job: JobDefinition, ...parcelIds: readonly string[]): Promise<void> {
  for (const parcelId of parcelIds) await trial.send(job, { body: trial.body(job, parcelId) });
  await trial.deliver(job);
}

/** An answer whose document is known to be an object. */
export type CalledVerb = Omit<VerbAnswer, 'json'> & { readonly json: Readonly<Record<string, unknown>> };

async function callVerb(verb: Verb, call: VerbCall): Promise<CalledVerb> {
  const answer = await verb.run(call);
  return { ...answer, json: JSON.parse(JSON.stringify(answer.json)) };
}

function callOn(clock: OpsWorld['clock']) {
  return {
    clock,
    columns: 80,
    stopped: new AbortController().signal,
    readFile: async (path: string) => Promise.reject(new Error(`there is no file ${path}`)),
    progress: () => undefined,
    confirm: async () => 'yes' as const,
  };
}

async function look(queues: Queues, queueUrl: string): Promise<readonly Delivery[]> {
  const found: Delivery[] = [];
  const next = () => queues.receive(queueUrl, { most: 10, waitSeconds: 0, visibilitySeconds: 60 });
  for (let batch = await next(); batch.length > 0; batch = await next()) found.push(...batch);
  for (const { receiptHandle } of found) await queues.hide(queueUrl, [{ receiptHandle, seconds: 0 }]);
  return found;
}

const nothing = () => undefined;
const silent: ConsumerLogger = {
  ...{ debug: nothing, info: nothing, warn: nothing, error: nothing },
  forJob: () => silent,
};
