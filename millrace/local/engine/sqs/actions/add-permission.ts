import { hasLabel, readAccessPolicy, writeAccessPolicy } from '../access-policy.ts';
import { requiredText, textList } from '../request-fields.ts';
import { invalidParameter, SqsError } from '../sqs-error.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const addPermission: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  const label = requiredText(input, 'Label');
  const accounts = textList(input, 'AWSAccountIds');
  const actions = textList(input, 'Actions');
  if (accounts.length === 0 || actions.length === 0)
    throw new SqsError('MissingParameter', 'The request must contain the parameters AWSAccountIds and Actions.');
  const policy = readAccessPolicy(queue);
  if (policy.Statement.some((statement) => hasLabel(statement, label)))
    throw invalidParameter('Label', label, 'Already exists.');
  const statement = {
    Sid: label,
    Effect: 'Allow',
    Principal: { AWS: accounts.map((account) => `arn:aws:iam::${account}:root`) },
    Action: actions.map((action) => `SQS:${action}`),
    Resource: queue.arn,
  };
  writeAccessPolicy(queue, { ...policy, Statement: [...policy.Statement, statement] });
  return {};
};
