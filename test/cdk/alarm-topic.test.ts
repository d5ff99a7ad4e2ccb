import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { devStage } from './fake-stack.ts';
import { fakeTemplate, propertiesOf, theOnly } from './fake-template.ts';

const catalogue = fakeCatalogue(fakeJob(), fakeJob({ type: 'invoice.post', owner: 'finance' }));
const template = fakeTemplate({ catalogue });

describe('the topic of the alarms', () => {
  it('is encrypted with a key that CloudWatch may use: the AWS-managed one would drop every alarm', () => {
    const [keyId] = Object.keys(template.findResources('AWS::KMS::Key'));
    expect(theOnly(template, 'AWS::SNS::Topic').KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [keyId, 'Arn'] });
    const { KeyPolicy, EnableKeyRotation } = theOnly(template, 'AWS::KMS::Key');
    expect(EnableKeyRotation).toBe(true);
    expect(KeyPolicy.Statement).toContainEqual({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      Resource: '*',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
  });

  it('lets the alarms of this account publish, over TLS only', () => {
    expect(theOnly(template, 'AWS::SNS::TopicPolicy').PolicyDocument.Statement).toMatchObject([
      { Effect: 'Deny', Action: 'sns:Publish', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      { Effect: 'Allow', Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' } },
    ]);
  });

  it('sends each owner the alarms of its own jobs, and that of the schedules, in production', () => {
    const subscriptions = propertiesOf(template, 'AWS::SNS::Subscription');
    expect(subscriptions.map(({ Endpoint, FilterPolicy }) => [Endpoint, FilterPolicy.AlarmName])).toEqual([
      [
        'logistics@example.com',
        [
          ...['shop-prod-parcel-ship-depth', 'shop-prod-parcel-ship-oldest-age', 'shop-prod-parcel-ship-dead-letters'],
          'shop-prod-schedules',
        ],
      ],
      [
        'finance@example.com',
        [
          ...[
            'shop-prod-invoice-post-depth',
            'shop-prod-invoice-post-oldest-age',
            'shop-prod-invoice-post-dead-letters',
          ],
          'shop-prod-schedules',
        ],
      ],
    ]);
    expect(subscriptions.map(({ FilterPolicyScope }) => FilterPolicyScope)).toEqual(['MessageBody', 'MessageBody']);
  });

  it('subscribes an address once, even when two owners share it', () => {
    const shared = {
      jobs: catalogue.jobs,
      owners: {
        logistics: { team: 'Logistics', alarmEmail: 'ops@example.com' },
        finance: { team: 'Finance', alarmEmail: 'ops@example.com' },
      },
    };
    const subscription = theOnly(fakeTemplate({ catalogue: shared }), 'AWS::SNS::Subscription');
    expect(subscription.Endpoint).toBe('ops@example.com');
    expect(subscription.FilterPolicy.AlarmName).toHaveLength(7);
  });

  it('pages nobody in dev', () => {
    fakeTemplate({ catalogue, stage: devStage }).resourceCountIs('AWS::SNS::Subscription', 0);
  });
});
