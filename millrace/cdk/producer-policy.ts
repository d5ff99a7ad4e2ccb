import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { enqueueActions } from './job-queues.ts';
import type { MillraceJobs } from './millrace-jobs.ts';

/** What other applications attach to their role in order to send any of these jobs. */
export class ProducerPolicy extends Construct {
  constructor(scope: Construct, id: string, jobs: MillraceJobs, more: readonly PolicyStatement[]) {
    super(scope, id);
    const policy = new ManagedPolicy(this, 'Policy', {
      description: 'Send Millrace jobs',
      statements: [
        new PolicyStatement({
          actions: enqueueActions,
          resources: jobs.all.flatMap((job) => job.queues.sourceArns),
        }),
        ...jobs.delays.statements,
        ...more,
      ],
    });
    new CfnOutput(this, 'Arn', { value: policy.managedPolicyArn, description: 'Managed policy for producers' });
  }
}
