import { MOST_PER_SECOND, startMoveTask, tasksOf } from '../move-task.ts';
import type { Queue } from '../queue.ts';
import { optionalInteger, optionalText, requiredText } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import { queueByArn, type SqsAction, type SqsState } from '../sqs-state.ts';

export const startMessageMoveTask: SqsAction = (sqs, input) => {
  const source = existingQueue(sqs, requiredText(input, 'SourceArn'), 'SourceArn');
  const destinationArn = optionalText(input, 'DestinationArn');
  const perSecond = optionalInteger(input, 'MaxNumberOfMessagesPerSecond', [1, MOST_PER_SECOND]);
  if (![...sqs.queues.values()].some((queue) => queue.redrivePolicy?.deadLetterTargetArn === source.arn))
    throw new SqsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
  if (destinationArn) checkDestination(source, existingQueue(sqs, destinationArn, 'DestinationArn'));
  if (tasksOf(sqs, source).some((task) => task.status === 'RUNNING'))
    throw new SqsError(
      'InvalidParameterValue',
      'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    );
  return { TaskHandle: startMoveTask(sqs, { source, destinationArn, perSecond }).taskHandle };
};

function checkDestination(source: Queue, destination: Queue) {
  if (destination === source)
    throw new SqsError('InvalidParameterValue', 'Source queue arn and destination queue arn are the same.');
  if (destination.fifo !== source.fifo)
    throw new SqsError('InvalidParameterValue', 'Source queue and destination queue must be of the same type.');
}

function existingQueue(sqs: SqsState, arn: string, name: string): Queue {
  const queue = queueByArn(sqs, arn);
  if (queue) return queue;
  throw new SqsError(
    'ResourceNotFoundException',
    `The resource that you specified for the ${name} parameter doesn't exist.`,
  );
}
