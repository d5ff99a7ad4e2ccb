import { endMoveTask } from '../move-task.ts';
import { requiredText } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import type { SqsAction } from '../sqs-state.ts';

export const cancelMessageMoveTask: SqsAction = (sqs, input) => {
  const handle = requiredText(input, 'TaskHandle');
  const task = sqs.moveTasks.find((candidate) => candidate.taskHandle === handle);
  if (!task) throw new SqsError('ResourceNotFoundException', 'The task referred to does not exist.');
  if (task.status !== 'RUNNING') throw new SqsError('UnsupportedOperation', 'Only active tasks can be cancelled.');
  endMoveTask(task, 'CANCELLED');
  return { ApproximateNumberOfMessagesMoved: task.moved };
};
