import { awsLimits } from '../definition/aws-limits.ts';
import type { Delivery, MessageAttribute } from './delivery.ts';

/** A message to send. */
export interface OutgoingMessage {
  readonly body: string;
  readonly attributes?: Readonly<Record<string, MessageAttribute>> | undefined;
  readonly groupId?: string | undefined;
  /** A FIFO queue takes one message of an id within five minutes; each needs one. */
  readonly deduplicationId?: string | undefined;
  readonly traceHeader?: string | undefined;
  readonly delaySeconds?: number | undefined;
}

/** What a batch call answered for the entry at `index` when SQS refused it. */
export interface EntryFailure {
  readonly index: number;
  readonly code: string;
  /** True where the entry itself is wrong, false where SQS failed. */
  readonly senderFault: boolean;
}

export interface Hide {
  readonly receiptHandle: string;
  readonly seconds: number;
}

/** SQS: entries of one batch request, and messages of one receive. */
export const MOST_BATCH_ENTRIES = awsLimits.receiveBatch.most;

/** SQS's own counts, which are approximate. */
export interface QueueDepth {
  readonly waiting: number;
  readonly inFlight: number;
  readonly delayed: number;
}

/** SQS as the library uses it: the one port through which every queue call goes. Batches hold at most `MOST_BATCH_ENTRIES`. */
export interface Queues {
  /** @throws QueueNotFoundError where there is none of that name. */
  url(queueName: string): Promise<string>;
  arn(queueUrl: string): Promise<string>;
  send(queueUrl: string, messages: readonly OutgoingMessage[]): Promise<readonly EntryFailure[]>;
  /** Once `signal` fires it rejects, and the request is not sent again. */
  hide(queueUrl: string, hides: readonly Hide[], signal?: AbortSignal): Promise<readonly EntryFailure[]>;
  delete(queueUrl: string, receiptHandles: readonly string[]): Promise<readonly EntryFailure[]>;
  receive(
    queueUrl: string,
    options: { readonly most: number; readonly waitSeconds: number; readonly visibilitySeconds: number },
  ): Promise<readonly Delivery[]>;
  depth(queueUrl: string): Promise<QueueDepth>;
}
