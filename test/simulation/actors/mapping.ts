import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { type BatchVerdict, readBatchAnswer } from '../../../millrace/local/event-source/read-batch-answer.ts';
import { sqsEvent } from '../../../millrace/local/event-source/sqs-event.ts';
import type { SimWorld } from '../world/create-world.ts';
import type { Workers } from './workers.ts';

const POLL_SECONDS = 20;
const ORIGIN = { queueArn: 'arn:aws:sqs:us-east-1:000000000000:queue', region: 'us-east-1' };

/** The event source mapping: so many pollers, each with one batch at a time. */
export interface Mapping {
  /** Batches that a function has at the moment. */
  readonly busy: number;
}

export function startMapping(world: SimWorld, workers: Workers): Mapping {
  const state = { busy: 0 };
  const poll = async () => {
    for (;;) {
      const batch = await receive(world);
      if (batch.length === 0) continue;
      state.busy += 1;
      await runBatch(world, workers, batch);
      state.busy -= 1;
    }
  };
  for (let poller = 0; poller < world.plan.pollers; poller += 1) void poll();
  return state;
}

async function receive({ sqs, source, plan, scheduler, draw, faults, events }: SimWorld): Promise<readonly Message[]> {
  await pause(draw.between(1, 50));
  // The core answers as SQS does.
  const { Messages = [] } = (await sqs.call('ReceiveMessage', {
    QueueUrl: source.url,
    MaxNumberOfMessages: plan.jobs.newest.timing.batchSize,
    WaitTimeSeconds: POLL_SECONDS,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  })) as { readonly Messages?: readonly Message[] };
  if (Messages.length === 0) return [];
  const told = Messages.map(({ MessageId, Attributes }) => `${MessageId} (${Attributes?.ApproximateReceiveCount})`);
  events.log('mapping', `receives ${told.join(', ')}`);
  if (faults.strikes('received-and-lost')) return [];
  return Messages;

  function pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => scheduler.after(delayMs, resolve));
  }
}

async function runBatch(world: SimWorld, workers: Workers, batch: readonly Message[]): Promise<void> {
  const { faults, scheduler, draw } = world;
  const event = sqsEvent(batch, ORIGIN);
  if (faults.strikes('invocation-lost')) return;
  for (const message of batch) endVisibilityEarly(world, message);
  if (faults.strikes('invoked-twice')) {
    for (const { Body = '' } of batch) world.ledger.touch(Body);
    scheduler.after(draw.between(0, 5_000), () => void invoke(workers, event, batch));
  }
  await acknowledge(world, batch, await invoke(workers, event, batch));
}

async function invoke(workers: Workers, event: SQSEvent, batch: readonly Message[]): Promise<BatchVerdict> {
  try {
    return readBatchAnswer(await workers.invoke(event), new Set(batch.map(({ MessageId }) => String(MessageId))));
  } catch (error) {
    return { kind: 'whole-batch-failed', because: String(error) };
  }
}

/** SQS keeps a message hidden as a rule, and promises nothing. */
function endVisibilityEarly(world: SimWorld, message: Message): void {
  const { faults, scheduler, draw, sqs, source, events, ledger } = world;
  if (!faults.strikes('visible-too-early')) return;
  ledger.touch(message.Body ?? '');
  scheduler.after(draw.between(0, 20_000), () => {
    events.log('queue', `shows ${message.MessageId} too early`);
    const change = { QueueUrl: source.url, ReceiptHandle: message.ReceiptHandle, VisibilityTimeout: 0 };
    // By then it may be visible, or gone: nothing to show early.
    sqs.call('ChangeMessageVisibility', change).catch(() => undefined);
  });
}

async function acknowledge(world: SimWorld, batch: readonly Message[], verdict: BatchVerdict): Promise<void> {
  const { faults, draw, sqs, source, events, ledger, invariants, record } = world;
  const touchAll = () => {
    for (const { Body = '' } of batch) ledger.touch(Body);
  };
  if (verdict.kind === 'whole-batch-failed') {
    touchAll();
    events.log('mapping', `keeps the batch: ${verdict.because}`);
    return;
  }
  const failed = verdict.kind === 'some-failed' ? verdict.failedIds : new Set<string>();
  const done = batch.filter(({ MessageId }) => !failed.has(String(MessageId)));
  for (const { Body = '' } of done) {
    const sent = ledger.sent.get(Body);
    invariants.onAcknowledged({ body: Body, sent, record: record(sent?.jobId), parked: ledger.parked.get(Body) ?? 0 });
  }
  if (done.length === 0) return;
  const isLost = faults.strikes('acknowledgement-lost');
  const isPartial = !isLost && faults.strikes('partly-acknowledged');
  if (isLost || isPartial) touchAll();
  if (isLost) return;
  const deleted = isPartial ? done.filter(() => draw.chance(0.5)) : done;
  if (deleted.length === 0) return;
  for (const { Body = '' } of deleted) ledger.acknowledged.add(Body);
  events.log('mapping', `deletes ${deleted.map(({ MessageId }) => MessageId).join(', ')}`);
  await sqs.call('DeleteMessageBatch', {
    QueueUrl: source.url,
    Entries: deleted.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
  });
}
