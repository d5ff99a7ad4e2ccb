import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, propertiesOfJobs } from './fake-template.ts';

const template = fakeTemplate({ catalogue: fakeCatalogue(fakeJob(), fakeJob({ type: 'invoice.post' })) });
const alarms = propertiesOfJobs(template, 'AWS::CloudWatch::Alarm');
const alarm = (name: string) => alarms.find(({ AlarmName }) => AlarmName === name);

describe('the alarms of a job', () => {
  it('are three: depth, age of the oldest message, and the dead', () => {
    expect(alarms.map(({ AlarmName }) => AlarmName)).toEqual([
      'shop-prod-parcel-ship-depth',
      'shop-prod-parcel-ship-oldest-age',
      'shop-prod-parcel-ship-dead-letters',
      'shop-prod-invoice-post-depth',
      'shop-prod-invoice-post-oldest-age',
      'shop-prod-invoice-post-dead-letters',
    ]);
  });

  it('see the first dead job within a minute, by the messages that wait in its dead-letter queue', () => {
    expect(alarm('shop-prod-parcel-ship-dead-letters')).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: 'shop-prod-parcel-ship-dead' }],
      Statistic: 'Maximum',
      Period: 60,
      EvaluationPeriods: 1,
      DatapointsToAlarm: 1,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    });
  });

  it('wait five minutes before they call a burst a backlog', () => {
    expect(alarm('shop-prod-parcel-ship-depth')).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: 'shop-prod-parcel-ship' }],
      Statistic: 'Maximum',
      Period: 60,
      EvaluationPeriods: 5,
      DatapointsToAlarm: 5,
      Threshold: 57_600,
    });
  });

  it('call a job old long before the queue would drop it', () => {
    expect(alarm('shop-prod-parcel-ship-oldest-age')).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Dimensions: [{ Name: 'QueueName', Value: 'shop-prod-parcel-ship' }],
      Statistic: 'Maximum',
      Threshold: 3_600,
    });
  });

  it('stay quiet while an idle queue sends no data', () => {
    expect(new Set(alarms.map(({ TreatMissingData }) => TreatMissingData))).toEqual(new Set(['notBreaching']));
  });

  it('each tell the topic when they go off and when all is well again', () => {
    const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'));
    for (const { AlarmActions, OKActions, ActionsEnabled } of alarms) {
      expect(AlarmActions).toEqual([{ Ref: topic }]);
      expect(OKActions).toEqual([{ Ref: topic }]);
      expect(ActionsEnabled).toBeUndefined();
    }
  });

  it('say whose they are, what they mean and what to do', () => {
    expect(alarm('shop-prod-parcel-ship-dead-letters').AlarmDescription).toBe(
      'Logistics, parcel.ship: at least one job is dead and stays so until a person acts. Runbook: docs/runbooks/dead-letters.md',
    );
    expect(alarm('shop-prod-parcel-ship-oldest-age').AlarmDescription).toBe(
      'Logistics, parcel.ship: the oldest job has waited 3600 s or longer. Runbook: docs/runbooks/oldest-age.md',
    );
    expect(alarm('shop-prod-parcel-ship-depth').AlarmDescription).toBe(
      'Logistics, parcel.ship: 57600 or more jobs wait, since more arrive than are worked off. Runbook: docs/runbooks/depth.md',
    );
  });

  it('link to the runbook where the app says where it is', () => {
    const catalogue = fakeCatalogue(fakeJob());
    for (const runbookUrl of ['https://wiki.example.com/runbooks', 'https://wiki.example.com/runbooks/']) {
      const [depth] = propertiesOfJobs(fakeTemplate({ catalogue, runbookUrl }), 'AWS::CloudWatch::Alarm');
      expect(depth.AlarmDescription).toMatch(/ Runbook: https:\/\/wiki\.example\.com\/runbooks\/depth\.md$/);
    }
    expect(() => fakeTemplate({ catalogue, runbookUrl: 'docs/runbooks' })).toThrow(
      'runbookUrl: "docs/runbooks" given; an address such as https://wiki.example.com/runbooks allowed',
    );
  });
});
