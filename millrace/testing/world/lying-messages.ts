import type { Sqs } from '../../local/engine/sqs/create-sqs.ts';
import type { MessageAttribute } from '../../message/delivery.ts';
import type { LyingMessage } from './world.ts';

/** The messages of a queue in the order they arrived, through the engine's core: no receive is counted. */
export function lyingMessages(sqs: Sqs, queueName: string): LyingMessage[] {
  return sqs.messages(queueName).map(({ messageId, body, attributes, traceHeader, groupId, receiveCount, state }) => ({
    messageId,
    body,
    traceHeader,
    groupId,
    receiveCount,
    state,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]): [string, MessageAttribute] => [
        name,
        {
          dataType: DataType,
          ...(StringValue === undefined ? {} : { stringValue: StringValue }),
          ...(BinaryValue === undefined ? {} : { binaryBase64: BinaryValue }),
        },
      ]),
    ),
  }));
}
