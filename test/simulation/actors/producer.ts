import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { JobDefinition } from 'millrace';
import { postJob } from '../../../millrace/api/post-job.ts';
import { createSender } from '../../../millrace/producer/create-sender.ts';
import type { PreparedMessage } from '../../../millrace/producer/prepare-message.ts';
import { payloadHash } from '../../../millrace/record/payload-hash.ts';
import { APP, type SimWorld, STAGE } from '../world/create-world.ts';
import { faultyQueues } from '../world/faulty-queues.ts';
import { createHost } from '../world/host.ts';
import type { Garbage, PlannedSend } from '../world/plan-sends.ts';
import type { SentSeen } from '../world/sent-seen.ts';
import { watchedRecords } from '../world/watched-records.ts';

const PROBLEM_STATUS = 400;

/** Sends what the plan says, when it says so: by the producer, by the API that saves it first, or as no job at all. */
export function startProducers(world: SimWorld): void {
  for (const send of world.plan.sends) world.scheduler.after(send.atMs, () => void sendOne(world, send));
}

async function sendOne(world: SimWorld, planned: PlannedSend): Promise<void> {
  const { events, ledger, plan } = world;
  if (planned.garbage !== undefined) return sendGarbage(world, planned.garbage);
  const host = createHost({ name: planned.how, scheduler: world.scheduler, log: events.log });
  const queues = faultyQueues(world, host);
  const records = watchedRecords(world, host, () => 0);
  const sender = createSender({ app: APP, stage: STAGE, clock: host.clock, queues, records });
  const job = planned.version === 1 ? plan.jobs.old : plan.jobs.newest;
  const payload = planned.version === 1 ? planned.payload : { ...planned.payload, shelf: 1 };
  if (planned.version === 2 && plan.firstCode === 'old') world.faults.count('newer-message');
  const { expiresAfterSeconds, delaySeconds } = planned;
  const nowMs = host.clock.now();
  const data = plan.settings.isConfidential
    ? { confidential: { to: `${planned.hasOtherData ? 'another' : 'one'} of ${planned.payload.parcelId}` } }
    : {};
  const options = {
    ...(expiresAfterSeconds === undefined ? {} : { expiresAt: new Date(nowMs + expiresAfterSeconds * 1000) }),
    ...(delaySeconds === undefined ? {} : { delaySeconds }),
  };
  const prepare = () => {
    const prepared = sender.prepare(job, payload, { ...data, ...(planned.how === 'api' ? {} : options) });
    const lastsSeconds = lastingSeconds(job, planned);
    const seen = ledger.sent.get(prepared.message.body) ?? {
      body: prepared.message.body,
      jobId: prepared.jobId,
      version: job.version,
      validation: payloadHash(prepared.data),
      does: planned.payload.does,
      weightGrams: planned.payload.weightGrams,
      route: planned.payload.route,
      expires: lastsSeconds !== undefined,
      expiresAtMs: lastsSeconds === undefined ? Number.POSITIVE_INFINITY : nowMs + lastsSeconds * 1000,
      times: 0,
      accepted: false,
      edited: false,
      attributes: Array.from({ length: planned.attributes ?? 0 }, (_, index) => `mark-${index}`),
    };
    seen.times += 1;
    // Two of one body, sent in the same millisecond, may have other attributes: which is which does not show.
    if (seen.attributes?.length !== (planned.attributes ?? 0)) seen.attributes = undefined;
    ledger.sent.set(prepared.message.body, seen);
    return { prepared, seen };
  };
  if (planned.how === 'producer') {
    const { prepared, seen } = prepare();
    const kept = await sender.keepConfidential(job, [withAttributes(prepared, seen)]);
    const [error] = await sender.send(job, kept);
    events.log('producer', `${prepared.jobId} ${error ? 'is not sent' : 'is sent'}`);
    if (error === undefined) seen.accepted = true;
    return;
  }
  let seen: ReturnType<typeof prepare>['seen'] | undefined;
  const ports = {
    catalogue: { owners: {}, jobs: [job] },
    sender: {
      prepare: () => {
        const { prepared, seen: one } = prepare();
        seen = one;
        return prepared;
      },
      ...{ send: sender.send, admit: sender.admit, keepConfidential: sender.keepConfidential },
      ...{ counts: sender.counts, delays: sender.delays },
    },
    records,
    clock: host.clock,
    newHex: (bytes: number) => 'a1'.repeat(bytes),
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  // The handler reads these two of the event alone.
  const event = {
    requestContext: { authorizer: { iam: {} } },
    pathParameters: { type: job.type },
    body: JSON.stringify({ payload, ...data }),
  } as unknown;
  const { statusCode = 0 } = await postJob(ports, event as APIGatewayProxyEventV2);
  events.log('api', `${planned.payload.parcelId}: ${statusCode}`);
  if (seen && statusCode < PROBLEM_STATUS) seen.accepted = true;
}

/** The job's own age limit counts from when it is due. */
function lastingSeconds(job: JobDefinition, { how, expiresAfterSeconds, delaySeconds = 0 }: PlannedSend) {
  if (how !== 'api' && expiresAfterSeconds !== undefined) return expiresAfterSeconds;
  if (job.expiresAfterSeconds === undefined) return undefined;
  return job.expiresAfterSeconds + (how === 'api' ? 0 : delaySeconds);
}

/** As somebody else's producer sends it. */
function withAttributes(prepared: PreparedMessage, { attributes = [] }: SentSeen): PreparedMessage {
  if (attributes.length === 0) return prepared;
  const marks = attributes.map((name) => [name, { dataType: 'String', stringValue: name }] as const);
  return { ...prepared, message: { ...prepared.message, attributes: Object.fromEntries(marks) } };
}

async function sendGarbage({ sqs, source, ledger, plan, newId }: SimWorld, { body, ...wrong }: Garbage): Promise<void> {
  ledger.sent.set(body, {
    body,
    jobId: undefined,
    version: 0,
    validation: '',
    does: 'garbage',
    weightGrams: 0,
    route: '',
    expires: false,
    expiresAtMs: Number.POSITIVE_INFINITY,
    times: 1,
    accepted: true,
    edited: false,
    wrong,
  });
  const inOrder = plan.settings.isOrdered ? { MessageGroupId: 'garbage', MessageDeduplicationId: newId() } : {};
  await sqs.call('SendMessage', { QueueUrl: source.url, MessageBody: body, ...inOrder });
}
