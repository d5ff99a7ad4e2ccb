import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { devStage } from './fake-stack.ts';
import { fakeTemplate, propertiesOf, propertiesOfJobs, theOnly } from './fake-template.ts';

const nightly = { cron: '0 3 * * ? *', timeZone: 'Europe/Paris', payload: { parcelId: 'nightly-{scheduledAt}' } };
const often = { rate: '15 minutes', payload: { parcelId: 'often-{scheduledAt}' } };
const invoice = fakeJob({ type: 'invoice.post' });
const template = fakeTemplate({ catalogue: fakeCatalogue(fakeJob({ schedules: { nightly, often } }), invoice) });

const schedulesOf = (of: Template) => propertiesOfJobs(of, 'AWS::Scheduler::Schedule');
const attributeOf = (id: RegExp) => ({ 'Fn::GetAtt': [expect.stringMatching(id), 'Arn'] });

/** What the role of the schedules may do, and who may take it. */
function roleOf(of: Template, id: RegExp) {
  const [role] = Object.entries(of.findResources('AWS::IAM::Role')).filter(([name]) => id.test(name));
  const [policy] = Object.entries(of.findResources('AWS::IAM::Policy')).filter(([name]) => id.test(name));
  return { ...role?.[1].Properties, statements: policy?.[1].Properties.PolicyDocument.Statement };
}

describe('a schedule of a job', () => {
  it('sends straight to its queue, at its time in its zone, never later on purpose', () => {
    expect(schedulesOf(template)).toMatchObject([
      {
        Name: 'shop-prod-parcel-ship-nightly',
        GroupName: 'shop-prod',
        State: 'ENABLED',
        ScheduleExpression: 'cron(0 3 * * ? *)',
        ScheduleExpressionTimezone: 'Europe/Paris',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: attributeOf(/^JobsparcelshipQueuesQueue/) },
      },
      {
        Name: 'shop-prod-parcel-ship-often',
        ScheduleExpression: 'rate(15 minutes)',
        ScheduleExpressionTimezone: 'UTC',
      },
    ]);
  });

  it('sends the whole message, with the instant left to EventBridge Scheduler', () => {
    const [{ Target }] = schedulesOf(template);
    expect(JSON.parse(Target.Input)).toEqual({
      specversion: '1.0',
      id: 'parcel.ship/nightly/<aws.scheduler.scheduled-time>',
      source: '/millrace/shop/prod',
      type: 'parcel.ship',
      time: '<aws.scheduler.scheduled-time>',
      datacontenttype: 'application/json',
      dataschema: 'urn:millrace:job:parcel.ship:1',
      data: { parcelId: 'nightly-<aws.scheduler.scheduled-time>' },
    });
  });

  it('is tried for a day, and what could not be delivered waits in a standard queue', () => {
    for (const { Target } of schedulesOf(template)) {
      expect(Target).toMatchObject({
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        DeadLetterConfig: { Arn: attributeOf(/^SchedulesDeadLetterQueue/) },
      });
    }
  });

  it('goes by a role that may send to that queue and to the dead-letter queue, and that this group alone can take', () => {
    const { AssumeRolePolicyDocument, statements } = roleOf(template, /^JobsparcelshipSchedulesRole/);
    expect(statements).toEqual([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: [attributeOf(/^JobsparcelshipQueuesQueue/), attributeOf(/^SchedulesDeadLetterQueue/)],
      },
    ]);
    const [trust, ...others] = AssumeRolePolicyDocument.Statement;
    expect(others).toEqual([]);
    expect(trust).toMatchObject({
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(JSON.stringify(trust.Condition.StringEquals['aws:SourceArn'])).toMatch(/:schedule-group\/shop-prod"\]\]\}$/);
  });

  it('goes to the queue of its priority', () => {
    const priorities = ['high', 'low'] as const;
    const noon = { ...often, priority: 'high' };
    const urgent = fakeTemplate({ catalogue: fakeCatalogue(fakeJob({ priorities, schedules: { nightly, noon } })) });
    expect(schedulesOf(urgent).map(({ Target }) => Target.Arn)).toEqual([
      attributeOf(/^JobsparcelshipQueueslowQueue/),
      attributeOf(/^JobsparcelshipQueueshighQueue/),
    ]);
  });

  it('targets queues that EventBridge Scheduler can write to: none is under the AWS-managed key', () => {
    for (const queue of propertiesOf(template, 'AWS::SQS::Queue')) {
      expect(queue.SqsManagedSseEnabled).toBe(true);
      expect(queue.KmsMasterKeyId).toBeUndefined();
    }
  });

  it('is none where a job has none, nor is a role', () => {
    expect(schedulesOf(template).filter(({ Name }) => Name.includes('invoice'))).toEqual([]);
    expect(
      Object.keys(template.findResources('AWS::IAM::Role')).filter((id) => /^Jobsinvoice.*Schedule/.test(id)),
    ).toEqual([]);
  });
});

describe('what the schedules of a deployment share', () => {
  it('is a group of its name, kept where the stage keeps data: it holds the delayed jobs', () => {
    const fates = [template, fakeTemplate({ catalogue: fakeCatalogue(), stage: devStage })].map((of) =>
      Object.values(of.findResources('AWS::Scheduler::ScheduleGroup')).map(({ Properties, DeletionPolicy }) => [
        Properties.Name,
        DeletionPolicy,
      ]),
    );
    expect(fates).toEqual([[['shop-prod', 'Retain']], [['shop-dev', 'Delete']]]);
  });

  it('is a standard queue for what could not be delivered: 14 days, encrypted, by TLS alone', () => {
    const [id, queue] =
      Object.entries(template.findResources('AWS::SQS::Queue')).find(([name]) => /^SchedulesDead/.test(name)) ?? [];
    expect(queue?.Properties).toMatchObject({
      QueueName: 'shop-prod-schedules-dead',
      MessageRetentionPeriod: 1_209_600,
      SqsManagedSseEnabled: true,
    });
    expect(queue?.Properties).not.toHaveProperty('FifoQueue');
    const policy = propertiesOf(template, 'AWS::SQS::QueuePolicy').find(({ Queues }) => Queues[0].Ref === id);
    expect(policy?.PolicyDocument.Statement).toMatchObject([
      { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ]);
  });

  it('is an alarm on the first message there, with its runbook', () => {
    const alarm = propertiesOf(template, 'AWS::CloudWatch::Alarm').find(
      ({ AlarmName }) => AlarmName === 'shop-prod-schedules',
    );
    const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'));
    expect(alarm).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: 'shop-prod-schedules-dead' }],
      ...{ Statistic: 'Maximum', Period: 60, EvaluationPeriods: 1, Threshold: 1 },
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      ...{ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] },
      AlarmDescription: expect.stringMatching(/ Runbook: docs\/runbooks\/schedules\.md$/),
    });
  });

  it('stands once, however many schedules there are', () => {
    expect(theOnly(template, 'AWS::Scheduler::ScheduleGroup').Name).toBe('shop-prod');
  });
});
