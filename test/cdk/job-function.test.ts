import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, propertiesOf, propertiesOfJobs, theOnly } from './fake-template.ts';

const template = fakeTemplate({
  catalogue: fakeCatalogue(
    fakeJob(),
    fakeJob({ type: 'invoice.post', concurrency: 40, batchWindowSeconds: 4, memoryMb: 1024 }),
  ),
});
const functions = propertiesOf(template, 'AWS::Lambda::Function');
const consumer = functions.find(({ Description }) => Description === 'Runs parcel.ship jobs');

describe('the consumer of a job', () => {
  it('runs on Node 24 and ARM, with the memory and timeout of its definition', () => {
    expect(consumer).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: 15,
    });
  });

  it('is told its job, where its queues and records are, and which code it is', () => {
    expect(Object.keys(consumer.Environment.Variables).sort()).toEqual([
      'MILLRACE_APP',
      'MILLRACE_CODE_VERSION',
      'MILLRACE_DEAD_LETTER_QUEUE_URLS',
      'MILLRACE_JOB_TYPE',
      'MILLRACE_QUEUE_URLS',
      'MILLRACE_STAGE',
      'MILLRACE_TABLE_NAME',
      'NODE_OPTIONS',
      'POWERTOOLS_SERVICE_NAME',
    ]);
    expect(consumer.Environment.Variables).toMatchObject({
      MILLRACE_APP: 'shop',
      MILLRACE_STAGE: 'prod',
      MILLRACE_TABLE_NAME: 'shop-prod-records',
      MILLRACE_JOB_TYPE: 'parcel.ship',
      MILLRACE_CODE_VERSION: 'fixture',
      NODE_OPTIONS: '--enable-source-maps',
      POWERTOOLS_SERVICE_NAME: 'parcel.ship',
    });
  });

  it('never switches the idempotency guard off', () => {
    expect(JSON.stringify(template.toJSON())).not.toContain('POWERTOOLS_IDEMPOTENCY_DISABLED');
  });

  it("logs JSON to a group of its own that is kept for the stage's retention", () => {
    expect(consumer.LoggingConfig.LogFormat).toBe('JSON');
    const groups = propertiesOf(template, 'AWS::Logs::LogGroup');
    expect(groups.map(({ RetentionInDays }) => RetentionInDays)).toEqual([30, 30, 30, 30, 30]);
  });

  it('is not traced by X-Ray', () => {
    expect(functions.map(({ TracingConfig }) => TracingConfig)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('the mapping that feeds a consumer', () => {
  const mappings = propertiesOf(template, 'AWS::Lambda::EventSourceMapping');

  it('asks for the answer of each single message', () => {
    expect(mappings.map(({ FunctionResponseTypes }) => FunctionResponseTypes)).toEqual([
      ['ReportBatchItemFailures'],
      ['ReportBatchItemFailures'],
    ]);
  });

  it('has a cap of its own, so that batches at once times batch size is the concurrency of the job', () => {
    expect(mappings.map(({ BatchSize, ScalingConfig }) => [BatchSize, ScalingConfig.MaximumConcurrency])).toEqual([
      [10, 2],
      [10, 4],
    ]);
  });

  it('is enabled, filters nothing away and waits no longer than the batch window', () => {
    expect(mappings.map((mapping) => mapping.Enabled)).toEqual([true, true]);
    expect(mappings.map((mapping) => mapping.FilterCriteria)).toEqual([undefined, undefined]);
    expect(mappings.map((mapping) => mapping.MaximumBatchingWindowInSeconds)).toEqual([0, 4]);
  });

  it('is not set against a reserved concurrency', () => {
    expect(functions.map(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('every knob of a job', () => {
  const tuned = fakeTemplate({
    catalogue: fakeCatalogue(
      fakeJob({
        ...{ p95Seconds: 10, memoryMb: 2048, concurrency: 30, batchSize: 5, batchWindowSeconds: 7 },
        ...{ visibilitySeconds: 900, retentionSeconds: 345_600, maxReceiveCount: 40 },
        alarms: { depth: 77, oldestAgeSeconds: 1234 },
      }),
    ),
  });

  it('is in its definition and arrives in the template', () => {
    expect(theOnly(tuned, 'AWS::Lambda::EventSourceMapping')).toMatchObject({
      BatchSize: 5,
      MaximumBatchingWindowInSeconds: 7,
      ScalingConfig: { MaximumConcurrency: 6 },
    });
    expect(propertiesOfJobs(tuned, 'AWS::SQS::Queue')[1]).toMatchObject({
      VisibilityTimeout: 900,
      MessageRetentionPeriod: 345_600,
      RedrivePolicy: { maxReceiveCount: 40 },
    });
    expect(propertiesOf(tuned, 'AWS::Lambda::Function')[0]).toMatchObject({ MemorySize: 2048, Timeout: 65 });
  });

  it('reaches its alarms too, in threshold and in words', () => {
    const alarms = propertiesOfJobs(tuned, 'AWS::CloudWatch::Alarm');
    expect(alarms.map(({ Threshold }) => Threshold)).toEqual([77, 1234, 1]);
    expect(alarms.map(({ AlarmDescription }) => AlarmDescription)).toEqual([
      expect.stringContaining('parcel.ship: 77 or more jobs wait'),
      expect.stringContaining('parcel.ship: the oldest job has waited 1234 s or longer'),
      expect.stringContaining('parcel.ship: at least one job is dead'),
    ]);
  });
});
