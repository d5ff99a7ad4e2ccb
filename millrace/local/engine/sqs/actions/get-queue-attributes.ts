import type { Queue } from '../queue.ts';
import { settableAttributeNames } from '../queue-attributes.ts';
import { textList } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const getQueueAttributes: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  const wanted = textList(input, 'AttributeNames');
  const values: Readonly<Record<string, string>> = { ...queue.attributes, ...currentAttributes(queue) };
  const known = new Set(['All', ...Object.keys(values), ...settableAttributeNames()]);
  const unknown = wanted.find((name) => !known.has(name));
  if (unknown) throw new SqsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  const all = wanted.includes('All');
  const chosen = Object.entries(values).filter(([name]) => all || wanted.includes(name));
  return chosen.length > 0 ? { Attributes: Object.fromEntries(chosen) } : {};
};

function currentAttributes(queue: Queue): Record<string, string> {
  const { visible, inFlight, delayed } = queue.messages.counts();
  return {
    QueueArn: queue.arn,
    CreatedTimestamp: seconds(queue.createdAtMs),
    LastModifiedTimestamp: seconds(queue.modifiedAtMs),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
}

function seconds(atMs: number) {
  return String(Math.floor(atMs / 1000));
}
