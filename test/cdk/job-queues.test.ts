import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, propertiesOfJobs } from './fake-template.ts';

const template = fakeTemplate({
  catalogue: fakeCatalogue(fakeJob(), fakeJob({ type: 'invoice.post', p95Seconds: 20, retentionSeconds: 345_600 })),
});
const queues = propertiesOfJobs(template, 'AWS::SQS::Queue');
const queue = (name: string) => queues.find(({ QueueName }) => QueueName === name);

describe('the queues of a job', () => {
  it('are two, named after app, stage and job, so that producers and operators find them', () => {
    expect(queues.map(({ QueueName }) => QueueName).sort()).toEqual([
      'shop-prod-invoice-post',
      'shop-prod-invoice-post-dead',
      'shop-prod-parcel-ship',
      'shop-prod-parcel-ship-dead',
    ]);
  });

  it('take what the definition derived: retention, visibility timeout and receives before the backstop', () => {
    expect(queue('shop-prod-invoice-post')).toMatchObject({
      MessageRetentionPeriod: 345_600,
      VisibilityTimeout: 750,
      RedrivePolicy: { maxReceiveCount: 230 },
    });
  });

  it('allow at least three receives, since throttles and poll errors count as receives', () => {
    const counts = queues.flatMap(({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount ?? []);
    expect(counts).toHaveLength(2);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
  });

  it('hide a message for six times its function timeout and the batch window', () => {
    const timeouts = propertiesOfJobs(template, 'AWS::Lambda::Function').map(({ Timeout }) => Timeout);
    expect(timeouts).toEqual([15, 125]);
    expect(queue('shop-prod-parcel-ship').VisibilityTimeout).toBe(90);
    expect(queue('shop-prod-invoice-post').VisibilityTimeout).toBe(750);
  });

  it('keep the dead for 14 days, longer than any source keeps its messages', () => {
    for (const name of ['shop-prod-invoice-post', 'shop-prod-parcel-ship']) {
      expect(queue(`${name}-dead`).MessageRetentionPeriod).toBe(1_209_600);
      expect(queue(name).MessageRetentionPeriod).toBeLessThan(1_209_600);
    }
  });

  it('refuse messages above 256 KiB, the limit from which that of the producer follows', () => {
    expect(queue('shop-prod-parcel-ship').MaximumMessageSize).toBe(262_144);
    expect(queue('shop-prod-invoice-post').MaximumMessageSize).toBe(262_144);
  });

  it('have room among the dead for a message of the largest size with the marks of its death', () => {
    expect(queue('shop-prod-parcel-ship-dead').MaximumMessageSize).toBe(1_048_576);
  });

  it("are encrypted by SQS's own key, so that no sender and no schedule needs rights on a key", () => {
    for (const properties of queues) {
      expect(properties.SqsManagedSseEnabled).toBe(true);
      expect(properties).not.toHaveProperty('KmsMasterKeyId');
    }
  });

  it('answer over TLS only', () => {
    const policies = propertiesOfJobs(template, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(4);
    for (const { PolicyDocument } of policies) {
      expect(PolicyDocument.Statement).toMatchObject([
        { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ]);
    }
  });

  it('accept dead letters from the one source only, named by its ARN', () => {
    const { RedriveAllowPolicy } = queue('shop-prod-parcel-ship-dead');
    expect(RedriveAllowPolicy.redrivePermission).toBe('byQueue');
    expect(RedriveAllowPolicy.sourceQueueArns).toHaveLength(1);
    expect(JSON.stringify(RedriveAllowPolicy.sourceQueueArns)).toContain(':shop-prod-parcel-ship"');
  });
});
