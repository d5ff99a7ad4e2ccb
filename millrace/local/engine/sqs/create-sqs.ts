import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../message/clock.ts';
import type { Message } from './message.ts';
import type { MessageCounts, MessageState } from './message-store.ts';
import { endMoveTask } from './move-task.ts';
import { isFields } from './request-fields.ts';
import { sqsActions } from './sqs-actions.ts';
import { SqsError } from './sqs-error.ts';
import type { SqsFaults } from './sqs-faults.ts';
import { queueByName, type SqsState } from './sqs-state.ts';

/** A message as it lies in its queue, seen without receiving it. */
export type InspectedMessage = Readonly<Message> & { readonly state: MessageState };

/** SQS without the wire: actions take and return the JSON of the AWS API. */
export interface Sqs {
  /** Rejects with an `SqsError` where SQS would refuse; `signal` gives up a long poll. */
  call(action: string, input: unknown, signal?: AbortSignal): Promise<object>;
  queueNames(): string[];
  /** In the order they arrived. */
  messages(queueName: string): InspectedMessage[];
  counts(queueName: string): MessageCounts;
  /** Receives now waiting for a message of that queue. */
  waitingPolls(queueName: string): number;
  /** Forgets every queue; waiting polls end with nothing. */
  reset(): void;
}

export interface SqsOptions {
  readonly clock: Clock;
  /** What queue URLs begin with. */
  readonly endpoint: () => string;
  readonly faults?: SqsFaults;
  readonly newId?: () => string;
}

export function createSqs({ clock, endpoint, faults = {}, newId = randomUUID }: SqsOptions): Sqs {
  const sqs: SqsState = {
    clock,
    endpoint,
    faults,
    newId,
    queues: new Map(),
    deletedAtMs: new Map(),
    moveTasks: [],
  };
  return {
    call: async (name, input, signal) => {
      const action = Object.hasOwn(sqsActions, name) ? sqsActions[name] : undefined;
      if (!action) throw new SqsError('InvalidAction', `The action ${name} is not valid for this endpoint.`);
      if (!isFields(input)) throw new SqsError('InvalidParameterValue', 'The request must be a JSON object.');
      return action(sqs, input, signal);
    },
    queueNames: () => [...sqs.queues.keys()],
    messages: (queueName) => {
      const { messages } = queueByName(sqs, queueName);
      return messages.all().map((message) => ({ ...message, state: messages.stateOf(message) }));
    },
    counts: (queueName) => queueByName(sqs, queueName).messages.counts(),
    waitingPolls: (queueName) => queueByName(sqs, queueName).polls.size,
    reset: () => {
      for (const task of sqs.moveTasks.splice(0)) endMoveTask(task, 'CANCELLED');
      for (const queue of sqs.queues.values()) queue.polls.close();
      sqs.queues.clear();
      sqs.deletedAtMs.clear();
    },
  };
}
