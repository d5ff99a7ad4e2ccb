import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, propertiesOf, propertiesOfJobs, theOnly } from './fake-template.ts';

const templateOf = (options: Parameters<typeof fakeJob>[0]) =>
  fakeTemplate({ catalogue: fakeCatalogue(fakeJob(options)) });
const plain = templateOf({});
const ordered = templateOf({ orderedBy: 'parcelId', concurrency: 30 });
const urgent = templateOf({ priorities: ['high', 'normal'] });

const idsOf = (template: Template, type: string) =>
  Object.keys(template.findResources(type))
    .filter((id) => id.startsWith('Jobs'))
    .sort();
const queueOf = (template: Template, name: string) =>
  propertiesOfJobs(template, 'AWS::SQS::Queue').find(({ QueueName }) => QueueName === name);
const mappingsOf = (template: Template) => propertiesOf(template, 'AWS::Lambda::EventSourceMapping');
const consumerOf = (template: Template) =>
  propertiesOf(template, 'AWS::Lambda::Function').find(({ Description }) => Description === 'Runs parcel.ship jobs');
/** The queues that a part of the template names, by their logical ids without the hash. */
const queuesIn = (part: unknown) => [
  ...new Set(JSON.stringify(part).match(/Jobsparcelship[A-Za-z]*Queue(?=[0-9A-F]{8})/g)),
];

describe('a job with orderedBy', () => {
  const fifo = {
    FifoQueue: true,
    ContentBasedDeduplication: false,
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
  };

  it('has a FIFO queue for high throughput, and one for its dead', () => {
    expect(queueOf(ordered, 'shop-prod-parcel-ship.fifo')).toMatchObject({ ...fifo, VisibilityTimeout: 330 });
    expect(queueOf(ordered, 'shop-prod-parcel-ship-dead.fifo')).toMatchObject(fifo);
    expect(propertiesOfJobs(ordered, 'AWS::SQS::Queue')).toHaveLength(2);
  });

  it('accepts dead letters from its own queue, by the name that ends in .fifo', () => {
    const { RedriveAllowPolicy } = queueOf(ordered, 'shop-prod-parcel-ship-dead.fifo');
    expect(JSON.stringify(RedriveAllowPolicy.sourceQueueArns)).toContain(':shop-prod-parcel-ship.fifo"');
  });

  it('is fed by batches without a window, as many at once as its concurrency says', () => {
    const [mapping, ...others] = mappingsOf(ordered);
    expect(others).toEqual([]);
    expect(mapping).toMatchObject({ BatchSize: 10, ScalingConfig: { MaximumConcurrency: 30 } });
    expect(mapping).not.toHaveProperty('MaximumBatchingWindowInSeconds');
    expect(consumerOf(ordered).Timeout).toBe(55);
  });

  it('has the alarms of any job, on the queues with their names', () => {
    const alarms = propertiesOfJobs(ordered, 'AWS::CloudWatch::Alarm');
    expect(alarms.map(({ AlarmName, Dimensions: [{ Value }] }) => [AlarmName, Value])).toEqual([
      ['shop-prod-parcel-ship-depth', 'shop-prod-parcel-ship.fifo'],
      ['shop-prod-parcel-ship-oldest-age', 'shop-prod-parcel-ship.fifo'],
      ['shop-prod-parcel-ship-dead-letters', 'shop-prod-parcel-ship-dead.fifo'],
    ]);
  });
});

describe('a job with fairBy', () => {
  it('is deployed as any job: fairness comes with the groups of its messages', () => {
    expect(templateOf({ fairBy: 'parcelId' }).toJSON()).toEqual(plain.toJSON());
  });
});

describe('a job with priorities', () => {
  it('has a queue and a dead-letter queue for each, and one function', () => {
    expect(
      propertiesOfJobs(urgent, 'AWS::SQS::Queue')
        .map(({ QueueName }) => QueueName)
        .sort(),
    ).toEqual([
      'shop-prod-parcel-ship-high',
      'shop-prod-parcel-ship-high-dead',
      'shop-prod-parcel-ship-normal',
      'shop-prod-parcel-ship-normal-dead',
    ]);
    expect(idsOf(urgent, 'AWS::Lambda::Function')).toEqual(idsOf(plain, 'AWS::Lambda::Function'));
  });

  it('names each construct after its priority, so that another one in front replaces no queue', () => {
    const before = idsOf(urgent, 'AWS::SQS::Queue');
    expect(before).toEqual([
      'JobsparcelshipQueueshighDeadLetterQueueB923B462',
      'JobsparcelshipQueueshighQueue4EC25642',
      'JobsparcelshipQueuesnormalDeadLetterQueueECC4832D',
      'JobsparcelshipQueuesnormalQueue4A453F18',
    ]);
    const after = idsOf(templateOf({ priorities: ['urgent', 'high', 'normal'] }), 'AWS::SQS::Queue');
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(6);
  });

  it('is fed from each queue under a cap of its own; together they make its concurrency', () => {
    const mappings = mappingsOf(urgent);
    expect(mappings.map(({ BatchSize, ScalingConfig }) => [BatchSize, ScalingConfig.MaximumConcurrency])).toEqual([
      [5, 2],
      [5, 2],
    ]);
    expect(mappings.flatMap(({ EventSourceArn }) => queuesIn(EventSourceArn))).toEqual([
      'JobsparcelshipQueueshighQueue',
      'JobsparcelshipQueuesnormalQueue',
    ]);
  });

  it('tells its function all of its queues, the dead-letter queues in the same order', () => {
    const { MILLRACE_QUEUE_URLS, MILLRACE_DEAD_LETTER_QUEUE_URLS } = consumerOf(urgent).Environment.Variables;
    expect(queuesIn(MILLRACE_QUEUE_URLS)).toEqual(['JobsparcelshipQueueshighQueue', 'JobsparcelshipQueuesnormalQueue']);
    expect(queuesIn(MILLRACE_DEAD_LETTER_QUEUE_URLS)).toEqual([
      'JobsparcelshipQueueshighDeadLetterQueue',
      'JobsparcelshipQueuesnormalDeadLetterQueue',
    ]);
  });

  it('has the three alarms for each queue, told apart in name and words', () => {
    const alarms = propertiesOfJobs(urgent, 'AWS::CloudWatch::Alarm');
    expect(alarms.map(({ AlarmName, Dimensions: [{ Value }] }) => [AlarmName, Value])).toEqual([
      ['shop-prod-parcel-ship-high-depth', 'shop-prod-parcel-ship-high'],
      ['shop-prod-parcel-ship-high-oldest-age', 'shop-prod-parcel-ship-high'],
      ['shop-prod-parcel-ship-high-dead-letters', 'shop-prod-parcel-ship-high-dead'],
      ['shop-prod-parcel-ship-normal-depth', 'shop-prod-parcel-ship-normal'],
      ['shop-prod-parcel-ship-normal-oldest-age', 'shop-prod-parcel-ship-normal'],
      ['shop-prod-parcel-ship-normal-dead-letters', 'shop-prod-parcel-ship-normal-dead'],
    ]);
    expect(alarms[0].AlarmDescription).toContain('Logistics, parcel.ship, priority high: 28800 or more jobs wait');
    const [{ FilterPolicy }] = propertiesOf(urgent, 'AWS::SNS::Subscription');
    expect(FilterPolicy.AlarmName).toEqual(['shop-prod-schedules', { prefix: 'shop-prod-parcel-ship-' }]);
  });

  it('lets its function work all of them off and park in the dead-letter queues, and nothing more', () => {
    const policies = urgent.findResources('AWS::IAM::Policy');
    const [policy] = Object.keys(policies).filter((id) => id.startsWith('Jobsparcelship'));
    const statements = policies[policy ?? '']?.Properties.PolicyDocument.Statement;
    const ofQueues = statements.filter(({ Action }: { Action: unknown }) => JSON.stringify(Action).includes('sqs:'));
    expect(ofQueues.map(({ Resource }: { Resource: unknown }) => queuesIn(Resource))).toEqual([
      ['JobsparcelshipQueueshighQueue', 'JobsparcelshipQueuesnormalQueue'],
      ['JobsparcelshipQueueshighDeadLetterQueue', 'JobsparcelshipQueuesnormalDeadLetterQueue'],
    ]);
  });

  it('lets producers and the API send to all of them', () => {
    const sources = ['JobsparcelshipQueueshighQueue', 'JobsparcelshipQueuesnormalQueue'];
    expect(queuesIn(theOnly(urgent, 'AWS::IAM::ManagedPolicy'))).toEqual(sources);
    const policies = urgent.findResources('AWS::IAM::Policy');
    const api = Object.keys(policies).find((id) => id.startsWith('ApiHandler'));
    expect(queuesIn(policies[api ?? ''])).toEqual(sources);
  });
});

describe('a job of one queue', () => {
  it('has these logical ids, as before there were others', () => {
    const ids = Object.keys(plain.toJSON().Resources).filter((id) => id.startsWith('Jobs'));
    expect(ids.sort()).toEqual([
      'JobsparcelshipAlarmsdeadlettersDC197750',
      'JobsparcelshipAlarmsdepth37C4C2C9',
      'JobsparcelshipAlarmsoldestageBFEFB234',
      'JobsparcelshipFunctionConsumerFunction89A57FC9',
      'JobsparcelshipFunctionConsumerLogs150CEA4B',
      'JobsparcelshipFunctionConsumerRole7E8B1024',
      'JobsparcelshipFunctionConsumerRoleDefaultPolicyE5B54F8E',
      'JobsparcelshipFunctionEventSourceD9A7F3B7',
      'JobsparcelshipQueuesDeadLetterQueueFB13B76A',
      'JobsparcelshipQueuesDeadLetterQueuePolicyB1F481F1',
      'JobsparcelshipQueuesQueue3D888BB1',
      'JobsparcelshipQueuesQueuePolicy0280A7A0',
    ]);
  });
});

describe('the resources of a stack', () => {
  it('are eight more for each further priority', () => {
    const count = (template: Template) => Object.keys(template.toJSON().Resources).length;
    expect(count(urgent) - count(plain)).toBe(8);
    // Nothing can be delayed: there is no role for it.
    expect(count(ordered)).toBe(count(plain) - 2);
  });

  it('are counted with all queues', () => {
    const priorities = ['a', 'b', 'c', 'd', 'e'] as const;
    const jobs = Array.from({ length: 11 }, (_, index) => fakeJob({ type: `parcel.ship${index}`, priorities }));
    expect(() => fakeTemplate({ catalogue: fakeCatalogue(...jobs) })).toThrow('11 jobs make 518 resources');
  });
});
