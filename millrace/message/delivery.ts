/** A message attribute as SQS carries it, in the SDK's letter case; binary values as base64. */
export interface MessageAttribute {
  readonly dataType: string;
  readonly stringValue?: string;
  readonly binaryBase64?: string;
}

/** One message as a consumer received it. */
export interface Delivery {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  /** How often SQS handed it out, this time included; receives that never reached our code count too. */
  readonly receiveCount: number;
  readonly sentAtMs: number;
  readonly firstReceivedAtMs: number;
  readonly groupId: string | undefined;
  readonly traceHeader: string | undefined;
}
