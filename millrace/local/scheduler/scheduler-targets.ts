import {
  GetQueueUrlCommand,
  type MessageAttributeValue,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { queueNameIn } from '../../definition/queue-pairs.ts';
import { type DueCall, inputOf, scheduledTime } from './due-call.ts';
import { functionNameIn } from './function-name-in.ts';

/** What a scheduler reaches. */
export interface SchedulerTargets {
  /** Rejects where the target did not take it. */
  call(due: DueCall): Promise<void>;
  /** Puts a call that is given up into the schedule's dead-letter queue. */
  park(due: DueCall, queueArn: string, failure: ParkedFailure): Promise<void>;
}

export interface ParkedFailure {
  readonly error: unknown;
  readonly exhausted: 'MaximumRetryAttempts' | 'MaximumEventAgeInSeconds';
}

export interface SchedulerTargetOptions {
  readonly sqs: SQSClient;
  /** Starts an invocation and does not wait for it. @throws where there is no such function. */
  readonly invoke: (functionName: string, event: unknown) => void;
}

/** Queues by way of an SDK client, whatever answers it; functions by the given call. */
export function createSchedulerTargets({ sqs, invoke }: SchedulerTargetOptions): SchedulerTargets {
  const send = async (
    queueArn: string,
    body: string,
    more: { MessageGroupId?: string | undefined; MessageAttributes?: Record<string, MessageAttributeValue> } = {},
  ) => {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queueNameIn(queueArn) }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body, ...more }));
  };
  return {
    call: async (due) => {
      const { Arn, SqsParameters } = due.schedule.content.Target;
      const functionName = functionNameIn(Arn);
      const input = inputOf(due);
      if (functionName === undefined) await send(Arn, input, { MessageGroupId: SqsParameters?.MessageGroupId });
      else invoke(functionName, JSON.parse(input));
    },
    park: (due, queueArn, failure) =>
      send(queueArn, inputOf(due), { MessageAttributes: deadLetterAttributes(due, failure) }),
  };
}

function deadLetterAttributes({ schedule, scheduledAtMs, executionId, attempt }: DueCall, failure: ParkedFailure) {
  const { error, exhausted } = failure;
  const texts = {
    ERROR_CODE: error instanceof Error ? error.name : 'Unknown',
    ERROR_MESSAGE: error instanceof Error ? error.message : String(error),
    EXECUTION_ID: executionId,
    EXHAUSTED_RETRY_CONDITION: exhausted,
    IS_PAYLOAD_TRUNCATED: 'false',
    RETRY_ATTEMPTS: String(attempt - 1),
    SCHEDULED_TIME: scheduledTime(scheduledAtMs),
    SCHEDULE_ARN: schedule.arn,
    TARGET_ARN: schedule.content.Target.Arn,
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
}
