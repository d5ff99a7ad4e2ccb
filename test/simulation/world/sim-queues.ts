import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Sqs } from '../../../millrace/local/engine/sqs/create-sqs.ts';
import type { Queues } from '../../../millrace/message/queue.ts';
import { createSqsQueues } from '../../../millrace/message/sqs-queues.ts';

/** The real adapter over the engine's core, called in process: its commands are handed over as they are. */
export function inProcessQueues(sqs: Sqs): Queues {
  const client = {
    send: (command: { readonly input: unknown; readonly constructor: { readonly name: string } }) =>
      sqs.call(command.constructor.name.replace(/Command$/, ''), command.input),
  };
  // The adapter calls `send` alone.
  return createSqsQueues(client as unknown as SQSClient);
}
