import { createQueue as newQueue } from '../queue.ts';
import { changeQueueAttributes, defaultQueueAttributes, type QueueAttributes } from '../queue-attributes.ts';
import { checkRedriveAllowPolicy, checkRedrivePolicy, parseRedrivePolicy } from '../redrive-policy.ts';
import { requiredText, textMap } from '../request-fields.ts';
import { SqsError } from '../sqs-error.ts';
import { queueArn, queueByArn, queueUrl, type SqsAction, type SqsState } from '../sqs-state.ts';

const NAME = /^(?=.{1,80}$)[A-Za-z0-9_-]+(\.fifo)?$/;
const NAME_KEPT_AFTER_DELETION_MS = 60_000;

export const createQueue: SqsAction = (sqs, input) => {
  const name = requiredText(input, 'QueueName');
  const asked = textMap(input, 'Attributes');
  checkName(name, asked);
  const existing = sqs.queues.get(name);
  if (existing) {
    if (Object.keys(asked).some((key) => asked[key] !== (existing.attributes[key] ?? '')))
      throw new SqsError(
        'QueueNameExists',
        `A queue named ${name} already exists with a different value for an attribute.`,
      );
    return { QueueUrl: queueUrl(sqs, name) };
  }
  checkNotDeletedRecently(sqs, name);
  const fifo = name.endsWith('.fifo');
  const attributes = changeQueueAttributes(defaultQueueAttributes(fifo), asked, fifo);
  checkPolicies(sqs, name, asked);
  const tags = { ...textMap(input, 'tags'), ...textMap(input, 'Tags') };
  sqs.queues.set(name, newQueue({ name, arn: queueArn(name), attributes, tags, clock: sqs.clock, faults: sqs.faults }));
  return { QueueUrl: queueUrl(sqs, name) };
};

export function checkPolicies(sqs: SqsState, name: string, attributes: QueueAttributes) {
  const target = parseRedrivePolicy(attributes.RedrivePolicy)?.deadLetterTargetArn ?? '';
  checkRedrivePolicy(attributes, { arn: queueArn(name), fifo: name.endsWith('.fifo') }, queueByArn(sqs, target));
  checkRedriveAllowPolicy(attributes);
}

function checkName(name: string, attributes: QueueAttributes) {
  if (!NAME.test(name))
    throw new SqsError(
      'InvalidParameterValue',
      'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length.',
    );
  if (attributes.FifoQueue === 'true' && !name.endsWith('.fifo'))
    throw new SqsError('InvalidParameterValue', 'The name of a FIFO queue must end with .fifo.');
  if (name.endsWith('.fifo') && attributes.FifoQueue !== 'true')
    throw new SqsError('InvalidParameterValue', 'A queue whose name ends with .fifo needs the attribute FifoQueue.');
}

function checkNotDeletedRecently(sqs: SqsState, name: string) {
  const deletedAtMs = sqs.deletedAtMs.get(name);
  if (deletedAtMs !== undefined && sqs.clock.now() < deletedAtMs + NAME_KEPT_AFTER_DELETION_MS)
    throw new SqsError(
      'QueueDeletedRecently',
      'You must wait 60 seconds after deleting a queue before you can create another with the same name.',
    );
  sqs.deletedAtMs.delete(name);
}
