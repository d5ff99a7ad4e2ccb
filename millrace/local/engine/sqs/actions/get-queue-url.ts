import { requiredText } from '../request-fields.ts';
import { queueByName, queueUrl, type SqsAction } from '../sqs-state.ts';

export const getQueueUrl: SqsAction = (sqs, input) => ({
  QueueUrl: queueUrl(sqs, queueByName(sqs, requiredText(input, 'QueueName')).name),
});
