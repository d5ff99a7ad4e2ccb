import { hasLabel, readAccessPolicy, writeAccessPolicy } from '../access-policy.ts';
import { requiredText } from '../request-fields.ts';
import { invalidParameter } from '../sqs-error.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const removePermission: SqsAction = (sqs, input) => {
  const queue = queueOf(sqs, input);
  const label = requiredText(input, 'Label');
  const policy = readAccessPolicy(queue);
  const Statement = policy.Statement.filter((statement) => !hasLabel(statement, label));
  if (Statement.length === policy.Statement.length)
    throw invalidParameter('Label', label, "Can't find the label on the existing policy.");
  writeAccessPolicy(queue, { ...policy, Statement });
  return {};
};
