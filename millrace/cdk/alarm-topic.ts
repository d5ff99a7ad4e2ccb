import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { FilterOrPolicy, type StringConditions, SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Aws } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Catalogue } from '../definition/catalogue.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { jobStem } from '../definition/job-stem.ts';
import { acknowledge } from './acknowledge.ts';
import { schedulesAlarmName } from './alarm-kinds.ts';
import { type Deployment, removalPolicy } from './deployment.ts';
import { alarmNames } from './job-alarms.ts';

const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
const ofThisAccount = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };

/** Where every alarm of a deployment goes. Where the stage pages, each owner gets the alarms of its own jobs by e-mail. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, deployment: Deployment, catalogue: Catalogue) {
    super(scope, id);
    const { app, stage } = deployment;
    // CloudWatch can't use the AWS-managed SNS key: an alarm to such a topic is dropped without a word.
    const key = new Key(this, 'Key', {
      description: `Encrypts the alarms of ${app} in ${stage.name}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicy(stage),
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: ofThisAccount,
      }),
    );
    this.topic = new Topic(this, 'Topic', {
      topicName: `${app}-${stage.name}-alarms`,
      masterKey: key,
      enforceSSL: true,
    });
    // A topic with a policy of its own has lost SNS's default one, which let the account's alarms publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: ofThisAccount,
      }),
    );
    if (stage.pages) this.subscribeOwners(deployment, catalogue);
  }

  private subscribeOwners(deployment: Deployment, catalogue: Catalogue): void {
    for (const address of new Set(Object.values(catalogue.owners).map(({ alarmEmail }) => alarmEmail))) {
      const own = catalogue.jobs.filter((job) => catalogue.owners[job.owner]?.alarmEmail === address);
      if (own.length === 0) continue;
      const filterPolicyWithMessageBody = {
        AlarmName: FilterOrPolicy.filter(SubscriptionFilter.stringFilter(alarmsOf(deployment, own))),
      };
      const subscription = this.topic.addSubscription(new EmailSubscription(address, { filterPolicyWithMessageBody }));
      acknowledge(subscription, {
        'Serverless::Serverless-SNSRedrivePolicy':
          'SNS repeats an e-mail for hours; nobody would read a queue of lost ones.',
      });
    }
  }
}

/** SNS takes 150 values in a filter: the alarms of a job with priorities, up to fifteen, go by what their names begin with. */
function alarmsOf(deployment: Deployment, jobs: readonly JobDefinition[]): StringConditions {
  const oneQueue = jobs.filter(({ priorities }) => priorities.length === 0);
  const several = jobs.filter(({ priorities }) => priorities.length > 0);
  const { app, stage } = deployment;
  return {
    // What could not be delivered may be anybody's job.
    allowlist: [...oneQueue.flatMap((job) => alarmNames(deployment, job)), schedulesAlarmName(app, stage.name)],
    ...(several.length > 0 ? { matchPrefixes: several.map((job) => `${jobName(deployment, job)}-`) } : {}),
  };
}

function jobName({ app, stage }: Deployment, { type }: JobDefinition): string {
  return `${app}-${stage.name}-${jobStem(type)}`;
}
