import { deliver } from '../deliver.ts';
import type { Queue } from '../queue.ts';
import { describeReceived, type ReceivedMessage, systemAttributeNames } from '../received-message.ts';
import { optionalInteger, textList } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import { queueOf, type SqsAction, type SqsState } from '../sqs-state.ts';

// `ReceiveRequestAttemptId` is accepted and does nothing: a repeated receive gets other messages.
export const receiveMessage: SqsAction = (sqs, input, signal) => {
  const queue = queueOf(sqs, input);
  const max = optionalInteger(input, 'MaxNumberOfMessages', [1, 10]) ?? 1;
  const visibility = optionalInteger(input, 'VisibilityTimeout', [0, 43_200]);
  const wait = optionalInteger(input, 'WaitTimeSeconds', [0, 20]);
  const wanted = {
    // `AttributeNames` is the older name of `MessageSystemAttributeNames`; both are in use.
    systemAttributes: systemAttributeNames([
      ...textList(input, 'AttributeNames'),
      ...textList(input, 'MessageSystemAttributeNames'),
    ]),
    messageAttributes: textList(input, 'MessageAttributeNames'),
  };
  const receive = () =>
    deliver(sqs, queue, max, visibility ?? Number(queue.attributes.VisibilityTimeout)).map((message) =>
      describeReceived(queue, message, wanted),
    );
  const waitSeconds = wait ?? Number(queue.attributes.ReceiveMessageWaitTimeSeconds);
  if (waitSeconds === 0) refuseOverLimit(sqs, queue);
  const received = receive();
  if (received.length > 0 || waitSeconds === 0) return answer(received);
  return queue.polls.wait(receive, waitSeconds, signal).then(answer);
};

function answer(received: ReceivedMessage[]) {
  return received.length > 0 ? { Messages: received } : {};
}

/** A long poll and a FIFO queue get no messages instead. */
function refuseOverLimit(sqs: SqsState, queue: Queue) {
  const limit = sqs.faults.inFlightLimit;
  if (limit !== undefined && !queue.fifo && queue.messages.counts().inFlight >= limit)
    throw new SqsError('OverLimit', `The queue has ${limit} messages in flight; delete some to receive more.`);
}
