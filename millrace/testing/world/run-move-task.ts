import { ListMessageMoveTasksCommand, type SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';

export interface MoveTaskEnd {
  readonly status: string | undefined;
  readonly failureReason: string | undefined;
  readonly moved: number;
}

/** SQS's own redrive. Without a destination each message goes where SQS knows that it came from. */
export async function runMoveTask(
  sqs: SQSClient,
  deadLetterArn: string,
  destinationArn: string | undefined,
): Promise<MoveTaskEnd> {
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: deadLetterArn, DestinationArn: destinationArn }));
  // The engine moves at once what it may move at any rate.
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: deadLetterArn }));
  const [{ Status: status, FailureReason: failureReason, ApproximateNumberOfMessagesMoved: moved = 0 } = {}] = Results;
  return { status, failureReason, moved };
}
