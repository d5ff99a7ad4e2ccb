/** The SDK's error names, each with its code in the query protocol and its status. */
const ERRORS = {
  BatchEntryIdsNotDistinct: ['AWS.SimpleQueueService.BatchEntryIdsNotDistinct', 400],
  BatchRequestTooLong: ['AWS.SimpleQueueService.BatchRequestTooLong', 400],
  EmptyBatchRequest: ['AWS.SimpleQueueService.EmptyBatchRequest', 400],
  InvalidAction: ['InvalidAction', 400],
  InvalidAttributeName: ['InvalidAttributeName', 400],
  InvalidAttributeValue: ['InvalidAttributeValue', 400],
  InvalidBatchEntryId: ['AWS.SimpleQueueService.InvalidBatchEntryId', 400],
  InvalidMessageContents: ['InvalidMessageContents', 400],
  InvalidParameterValue: ['InvalidParameterValue', 400],
  MessageNotInflight: ['AWS.SimpleQueueService.MessageNotInflight', 400],
  MissingParameter: ['MissingParameter', 400],
  OverLimit: ['OverLimit', 403],
  PurgeQueueInProgress: ['AWS.SimpleQueueService.PurgeQueueInProgress', 403],
  QueueDeletedRecently: ['AWS.SimpleQueueService.QueueDeletedRecently', 400],
  QueueDoesNotExist: ['AWS.SimpleQueueService.NonExistentQueue', 400],
  QueueNameExists: ['QueueAlreadyExists', 400],
  ReceiptHandleIsInvalid: ['ReceiptHandleIsInvalid', 404],
  ResourceNotFoundException: ['ResourceNotFoundException', 404],
  TooManyEntriesInBatchRequest: ['AWS.SimpleQueueService.TooManyEntriesInBatchRequest', 400],
  UnsupportedOperation: ['AWS.SimpleQueueService.UnsupportedOperation', 400],
} as const satisfies Record<string, readonly [string, number]>;

export type SqsErrorName = keyof typeof ERRORS;

/** A refusal, as SQS would answer it. */
export class SqsError extends Error {
  readonly queryCode: string;
  readonly status: number;
  override readonly name: SqsErrorName;

  constructor(name: SqsErrorName, message: string) {
    super(message);
    this.name = name;
    [this.queryCode, this.status] = ERRORS[name];
  }
}

export function invalidParameter(name: string, value: unknown, reason: string): SqsError {
  return new SqsError('InvalidParameterValue', `Value ${value} for parameter ${name} is invalid. Reason: ${reason}`);
}
