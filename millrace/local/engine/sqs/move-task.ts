import type { Message } from './message.ts';
import type { Queue } from './queue.ts';
import { queueByArn, type SqsState } from './sqs-state.ts';

// As fast as SQS lets anyone ask for; it also stands for "as SQS chooses".
export const MOST_PER_SECOND = 500;
const TASKS_LISTED = 10;

export interface MoveTask {
  readonly taskHandle: string;
  readonly source: Queue;
  readonly destinationArn: string | undefined;
  readonly perSecond: number | undefined;
  readonly startedAtMs: number;
  readonly toMove: number;
  moved: number;
  status: 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';
  failureReason: string | undefined;
  cancelTimer: (() => void) | undefined;
}

export type MoveTaskRequest = Pick<MoveTask, 'source' | 'destinationArn' | 'perSecond'>;

/** Moves what is visible in the source now: with a rate one message at a time, else many at once every second. */
export function startMoveTask(sqs: SqsState, request: MoveTaskRequest): MoveTask {
  const task: MoveTask = {
    ...request,
    taskHandle: Buffer.from(JSON.stringify({ taskId: sqs.newId(), sourceArn: request.source.arn })).toString('base64'),
    startedAtMs: sqs.clock.now(),
    toMove: request.source.messages.counts().visible,
    moved: 0,
    status: 'RUNNING',
    failureReason: undefined,
    cancelTimer: undefined,
  };
  sqs.moveTasks.unshift(task);
  for (const old of tasksOf(sqs, request.source).slice(TASKS_LISTED))
    sqs.moveTasks.splice(sqs.moveTasks.indexOf(old), 1);
  step(sqs, task);
  return task;
}

export function tasksOf(sqs: SqsState, source: Queue): MoveTask[] {
  return sqs.moveTasks.filter((task) => task.source === source);
}

export function endMoveTask(task: MoveTask, status: MoveTask['status'], failureReason?: string) {
  task.cancelTimer?.();
  task.status = status;
  task.failureReason = failureReason;
}

function step(sqs: SqsState, task: MoveTask) {
  const [atOnce, pauseMs] = task.perSecond ? [1, 1000 / task.perSecond] : [MOST_PER_SECOND, 1000];
  const picked = task.source.messages.pick(Math.min(atOnce, task.toMove - task.moved));
  for (const message of picked) {
    if (task.status === 'RUNNING') moveOne(sqs, task, message);
    if (task.status === 'FAILED') task.source.messages.lease(message, 0);
  }
  if (task.status !== 'RUNNING') return;
  if (picked.length === 0 || task.moved >= task.toMove) return endMoveTask(task, 'COMPLETED');
  task.cancelTimer = sqs.clock.after(pauseMs, () => step(sqs, task));
}

function moveOne(sqs: SqsState, task: MoveTask, message: Message) {
  const arn = task.destinationArn ?? message.deadLetterSourceArn;
  if (!arn) return endMoveTask(task, 'FAILED', 'CouldNotDetermineMessageSource');
  const destination = queueByArn(sqs, arn);
  if (!destination) return endMoveTask(task, 'FAILED', 'AWS.SimpleQueueService.NonExistentQueue');
  task.source.messages.remove(message);
  const now = sqs.clock.now();
  // SQS makes a new message of it: new id, new time of sending, nothing received yet.
  const anew = { messageId: sqs.newId(), sentAtMs: now, retainedFromMs: now, deadLetterSourceArn: undefined };
  destination.messages.add({ ...message, ...anew, receiveCount: 0, firstReceivedAtMs: undefined }, 0);
  task.moved++;
  destination.polls.wake();
}
