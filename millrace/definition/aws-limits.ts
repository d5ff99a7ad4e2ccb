/** A range of numbers, and where it comes from. */
export interface Limit {
  readonly least: number;
  readonly most: number;
  readonly integer: boolean;
  /** What is limited, in words that follow "from … to …". */
  readonly what: string;
  /** AWS's page; none where the range is ours. */
  readonly link?: string;
}

const lambda = 'https://docs.aws.amazon.com/lambda/latest/dg/';
const sqs = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/';
const iam = 'https://docs.aws.amazon.com/IAM/latest/UserGuide/';
const scheduler = 'https://docs.aws.amazon.com/scheduler/latest/APIReference/';
const sqsApi = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/';

/** What AWS lets us ask for: each number stands here once. */
export const awsLimits = {
  memoryMb: whole(128, 10_240, 'MB of memory of a Lambda function', `${lambda}gettingstarted-limits.html`),
  functionTimeoutSeconds: whole(
    1,
    900,
    'seconds, the timeout of a Lambda function',
    `${lambda}gettingstarted-limits.html`,
  ),
  batchWindowSeconds: whole(
    0,
    300,
    'seconds, the batching window of an event source',
    `${lambda}services-sqs-configure.html`,
  ),
  maximumConcurrency: whole(
    2,
    1_000,
    'batches at once, the cap of an event source',
    `${lambda}services-sqs-scaling.html`,
  ),
  receiveBatch: whole(1, 10, 'messages that SQS hands out in one receive', `${sqsApi}API_ReceiveMessage.html`),
  visibilitySeconds: whole(
    0,
    43_200,
    'seconds, the visibility timeout of a queue',
    `${sqs}sqs-visibility-timeout.html`,
  ),
  delaySeconds: whole(0, 900, 'seconds, the delay of a message', `${sqsApi}API_SendMessage.html`),
  messageGroupIdLength: whole(1, 128, 'characters of a message group id', `${sqsApi}API_SendMessage.html`),
  messageBytes: whole(1, 1_048_576, 'bytes, a message with its attributes', `${sqs}quotas-messages.html`),
  retentionSeconds: whole(60, 1_209_600, 'seconds, the retention of a queue', `${sqs}quotas-messages.html`),
  maxReceiveCount: whole(1, 1_000, 'receives before SQS dead-letters', `${sqs}sqs-dead-letter-queues.html`),
  scheduleNameLength: whole(1, 64, 'characters of a schedule name', `${scheduler}API_CreateSchedule.html`),
  roleNameLength: whole(1, 64, 'characters of a role name', `${iam}reference_iam-quotas.html`),
  queueNameLength: whole(1, 80, 'characters of a queue name', `${sqs}quotas-queues.html`),
} satisfies Record<string, Limit>;

function whole(least: number, most: number, what: string, link: string): Limit {
  return { least, most, integer: true, what, link };
}
