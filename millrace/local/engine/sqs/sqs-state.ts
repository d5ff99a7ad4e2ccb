import type { Clock } from '../../../message/clock.ts';
import type { MoveTask } from './move-task.ts';
import type { Queue } from './queue.ts';
import { type Fields, requiredText } from './request-fields.ts';
import { SqsError } from './sqs-error.ts';
import type { SqsFaults } from './sqs-faults.ts';

const ARN_PREFIX = 'arn:aws:sqs:us-east-1:000000000000:';

/** What the actions read and change. */
export interface SqsState {
  readonly clock: Clock;
  readonly faults: SqsFaults;
  readonly newId: () => string;
  readonly endpoint: () => string;
  readonly queues: Map<string, Queue>;
  readonly deletedAtMs: Map<string, number>;
  /** Newest first. */
  readonly moveTasks: MoveTask[];
}

/** The answer's JSON, at once or once the long poll has ended; `signal` tells that the caller has gone. */
export type SqsAction = (sqs: SqsState, input: Fields, signal?: AbortSignal) => object | Promise<object>;

export function queueArn(name: string): string {
  return `${ARN_PREFIX}${name}`;
}

export function queueUrl(sqs: SqsState, name: string): string {
  return `${sqs.endpoint()}/000000000000/${name}`;
}

export function queueByArn(sqs: SqsState, arn: string): Queue | undefined {
  return arn.startsWith(ARN_PREFIX) ? sqs.queues.get(arn.slice(ARN_PREFIX.length)) : undefined;
}

export function queueByName(sqs: SqsState, name: string): Queue {
  const queue = sqs.queues.get(name);
  if (!queue) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
  return queue;
}

/** Only the last part of a queue's URL counts: callers reach the engine under more than one address. */
export function queueOf(sqs: SqsState, input: Fields): Queue {
  const url = requiredText(input, 'QueueUrl');
  return queueByName(sqs, url.slice(url.lastIndexOf('/') + 1));
}
