import { type MoveTask, tasksOf } from '../move-task.ts';
import { optionalInteger, requiredText } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import { queueByArn, type SqsAction } from '../sqs-state.ts';

export const listMessageMoveTasks: SqsAction = (sqs, input) => {
  const source = queueByArn(sqs, requiredText(input, 'SourceArn'));
  const maxResults = optionalInteger(input, 'MaxResults', [1, 10]) ?? 1;
  if (!source)
    throw new SqsError(
      'ResourceNotFoundException',
      "The resource that you specified for the SourceArn parameter doesn't exist.",
    );
  return { Results: tasksOf(sqs, source).slice(0, maxResults).map(describe) };
};

function describe(task: MoveTask) {
  return {
    TaskHandle: task.status === 'RUNNING' ? task.taskHandle : undefined,
    Status: task.status,
    SourceArn: task.source.arn,
    DestinationArn: task.destinationArn,
    MaxNumberOfMessagesPerSecond: task.perSecond,
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    FailureReason: task.failureReason,
    StartedTimestamp: task.startedAtMs,
  };
}
