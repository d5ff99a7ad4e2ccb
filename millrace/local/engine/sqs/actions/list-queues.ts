import { readPage } from '../page.ts';
import { optionalText } from '../request-fields.ts';
import { queueUrl, type SqsAction } from '../sqs-state.ts';

export const listQueues: SqsAction = (sqs, input) => {
  const prefix = optionalText(input, 'QueueNamePrefix') ?? '';
  const names = [...sqs.queues.keys()].filter((name) => name.startsWith(prefix)).sort();
  const { page, NextToken } = readPage(input, names);
  return { ...(page.length > 0 && { QueueUrls: page.map((name) => queueUrl(sqs, name)) }), NextToken };
};
