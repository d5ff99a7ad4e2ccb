import { endMoveTask, tasksOf } from '../move-task.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const deleteQueue: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  sqs.queues.delete(queue.name);
  sqs.deletedAtMs.set(queue.name, sqs.clock.now());
  queue.messages.clear();
  queue.polls.close();
  for (const task of tasksOf(sqs, queue)) {
    endMoveTask(task, 'FAILED');
    sqs.moveTasks.splice(sqs.moveTasks.indexOf(task), 1);
  }
  return {};
};
