/** As on the wire: `BinaryValue` is base64. */
export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

/** What a sender said, and what stays with it from queue to queue. */
export interface MessageContent {
  readonly messageId: string;
  readonly body: string;
  readonly bodyMd5: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  readonly traceHeader: string | undefined;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
  readonly sentAtMs: number;
  /** When its retention began: the sending, or on FIFO queues the move to the dead-letter queue. */
  readonly retainedFromMs: number;
  readonly deadLetterSourceArn: string | undefined;
  /** Over all queues it was in, as SQS reports it. */
  receiveCount: number;
  firstReceivedAtMs: number | undefined;
}

/** A message in a queue. */
export interface Message extends MessageContent {
  /** Its place in the order of arrival, and its identity within the queue. */
  readonly sequence: number;
  /** Receives from this queue: what its redrive policy counts. */
  receivesHere: number;
  lastReceivedAtMs: number;
}
