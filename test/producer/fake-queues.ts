import type { EntryFailure, OutgoingMessage, Queues } from '../../millrace/message/queue.ts';
import { QueueNotFoundError } from '../../millrace/message/queue-not-found-error.ts';

type Answer = (messages: readonly OutgoingMessage[], request: number) => Promise<readonly EntryFailure[]>;

/** Queues that keep what they are sent, and answer as they are told. */
export function createFakeQueues(answer: Answer = async () => []) {
  const requests: (readonly OutgoingMessage[])[] = [];
  const lookedUp: string[] = [];
  const unused = async () => {
    throw new Error('a producer only sends');
  };
  const queues: Queues = {
    url: async (name) => {
      lookedUp.push(name);
      if (name.startsWith('absent')) throw new QueueNotFoundError(name);
      return `https://sqs.example.org/${name}`;
    },
    send: async (_url, messages) => {
      requests.push(messages);
      return answer(messages, requests.length);
    },
    ...{ hide: unused, delete: unused, receive: unused, depth: unused },
  };
  return {
    ...{ queues, requests, lookedUp },
    /** The ids of the jobs in each request. */
    get ids(): string[][] {
      return requests.map((messages) => messages.map(({ body }) => JSON.parse(body).id));
    },
    get documents(): Record<string, unknown>[] {
      return requests.flat().map(({ body }) => JSON.parse(body));
    },
  };
}
