import { AddPermissionCommand } from '@aws-sdk/client-sqs';
import { expect, it, onTestFinished } from 'vitest';
import { startSqsTrial } from './sqs-trial.ts';

it('a permission stands in the policy as AWS writes it', async () => {
  const trial = await startSqsTrial();
  onTestFinished(() => trial.stop());
  const QueueUrl = await trial.createQueue();
  const permission = { Label: 'partner', AWSAccountIds: ['123456789012'], Actions: ['SendMessage'] };
  await trial.client.send(new AddPermissionCommand({ QueueUrl, ...permission }));
  const { Policy = '{}' } = await trial.attributes(QueueUrl);
  expect(JSON.parse(Policy).Statement).toEqual([
    {
      Sid: 'partner',
      Effect: 'Allow',
      Principal: { AWS: ['arn:aws:iam::123456789012:root'] },
      Action: ['SQS:SendMessage'],
      Resource: 'arn:aws:sqs:us-east-1:000000000000:queue-1',
    },
  ]);
});
