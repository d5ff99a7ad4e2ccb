import { awsLimits } from '../definition/aws-limits.ts';
import { messageBytes } from '../message/message-bytes.ts';
import { MOST_BATCH_ENTRIES, type OutgoingMessage, type Queues } from '../message/queue.ts';
import { EnqueueError } from './enqueue-errors.ts';

/** SQS, `SendMessageBatch`: the entries' sum. */
const MOST_BATCH_BYTES = awsLimits.messageBytes.most;
const TRIES = 3;

export interface Sendable {
  readonly jobId: string;
  readonly message: OutgoingMessage;
}

/** Sends all, in as few requests as fit. Answers an error, or nothing, for each at its place; what could not be prepared is its own. */
export async function sendAll(
  queues: Queues,
  queueUrl: string,
  prepared: readonly (Sendable | Error)[],
): Promise<readonly (Error | undefined)[]> {
  const errors = new Map<Sendable, EnqueueError>();
  const sendable = prepared.filter((one): one is Sendable => !(one instanceof Error));
  await Promise.all(inBatches(sendable).map((batch) => sendBatch(queues, queueUrl, batch, errors)));
  return prepared.map((one) => (one instanceof Error ? one : errors.get(one)));
}

/** Only what SQS failed at is sent again; what it refused stays refused. */
async function sendBatch(
  queues: Queues,
  queueUrl: string,
  batch: readonly Sendable[],
  errors: Map<Sendable, EnqueueError>,
): Promise<void> {
  let left = batch;
  for (let tried = 1; left.length > 0; tried += 1) {
    const failures = await sendOnce(queues, queueUrl, left);
    const again: Sendable[] = [];
    for (const { one, why, senderFault, cause } of failures) {
      if (!senderFault && tried < TRIES) again.push(one);
      else errors.set(one, new EnqueueError(one.jobId, why, { cause }));
    }
    left = again;
  }
}

async function sendOnce(queues: Queues, queueUrl: string, batch: readonly Sendable[]) {
  try {
    const failures = await queues.send(
      queueUrl,
      batch.map(({ message }) => message),
    );
    return failures.flatMap(({ index, code, senderFault }) => {
      const one = batch[index];
      return one ? [{ one, why: `SQS refused it (${code})`, senderFault, cause: undefined }] : [];
    });
  } catch (cause) {
    // The SDK has tried again already: the whole request counts as refused.
    const why = `the request failed (${cause instanceof Error ? cause.name : 'unknown'})`;
    return batch.map((one) => ({ one, why, senderFault: true, cause }));
  }
}

function inBatches(prepared: readonly Sendable[]): Sendable[][] {
  const batches: Sendable[][] = [];
  let bytes = 0;
  for (const one of prepared) {
    const size = messageBytes(one.message.body, one.message.attributes);
    const batch = batches.at(-1);
    if (batch && batch.length < MOST_BATCH_ENTRIES && bytes + size <= MOST_BATCH_BYTES) {
      batch.push(one);
      bytes += size;
    } else {
      batches.push([one]);
      bytes = size;
    }
  }
  return batches;
}
