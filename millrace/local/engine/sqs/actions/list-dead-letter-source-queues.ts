import { readPage } from '../page.ts';
import { queueOf, queueUrl, type SqsAction } from '../sqs-state.ts';

export const listDeadLetterSourceQueues: SqsAction = (sqs, input) => {
  const { arn } = queueOf(sqs, input);
  const sources = [...sqs.queues.values()].filter((queue) => queue.redrivePolicy?.deadLetterTargetArn === arn);
  const { page, NextToken } = readPage(input, sources.map((queue) => queue.name).sort());
  return { queueUrls: page.map((name) => queueUrl(sqs, name)), NextToken };
};
