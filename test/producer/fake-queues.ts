import type { EntryFailure, OutgoingMessage, QueueDepth, Queues } from '../../millrace/message/queue.ts';
import { QueueNotFoundError } from '../../millrace/message/queue-not-found-error.ts';

type Answer = (messages: readonly OutgoingMessage[], request: number) => Promise<readonly EntryFailure[]>;

/** Queues that keep what they are sent, and answer as they are told. */
export function createFakeQueues(answer: Answer = async () => []) {
  const requests: (readonly OutgoingMessage[])[] = [];
  const lookedUp: string[] = [];
  const unused = async () => {
    throw new Error('a producer only looks and sends');
  };
  const state = { depth: async (): Promise<QueueDepth> => ({ waiting: 0, inFlight: 0, delayed: 0 }) };
  const queues: Queues = {
    url: async (name) => {
      lookedUp.push(name);
      if (name.startsWith('absent')) throw new QueueNotFoundError(name);
      return `https://sqs.example.org/${name}`;
    },
    arn: async (url) => `arn:aws:sqs:eu-west-1:111122223333:${url.split('/').at(-1)}`,
    send: async (_url, messages) => {
      requests.push(messages);
      return answer(messages, requests.length);
    },
    depth: () => state.depth(),
    ...{ hide: unused, delete: unused, receive: unused },
  };
  return {
    ...{ queues, requests, lookedUp },
    /** What the queue answers when its depth is asked for. */
    answerDepth: (depth: () => Promise<QueueDepth>) => {
      state.depth = depth;
    },
    /** The ids of the jobs in each request. */
    get ids(): string[][] {
      return requests.map((messages) => messages.map(({ body }) => JSON.parse(body).id));
    },
    get documents(): Record<string, unknown>[] {
      return requests.flat().map(({ body }) => JSON.parse(body));
    },
  };
}
