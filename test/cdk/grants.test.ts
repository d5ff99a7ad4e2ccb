import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, theOnly } from './fake-template.ts';
import { rights } from './rights.ts';

const parcel = fakeJob();
const invoice = fakeJob({ type: 'invoice.post' });

describe('the role of a consumer', () => {
  const template = fakeTemplate({ catalogue: fakeCatalogue(parcel, invoice) });

  it('works off its own queue, parks in its own dead-letter queue, and touches the records of its own type', () => {
    expect(rights(template, /^Jobsparcelship/)).toEqual([
      { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], on: ['JobsparcelshipFunctionConsumerLogs'] },
      {
        actions: ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        on: ['JobsparcelshipQueuesQueue'],
      },
      { actions: ['sqs:SendMessage'], on: ['JobsparcelshipQueuesDeadLetterQueue'] },
      {
        actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
        on: ['RecordsTable'],
        condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['parcel.ship:*'] } },
      },
    ]);
  });

  it('has no managed policy, whose rights would reach every log group', () => {
    for (const role of Object.values(template.findResources('AWS::IAM::Role'))) {
      expect(role.Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  it('sends another job only where its access file grants it', () => {
    const granted = fakeTemplate({
      catalogue: fakeCatalogue(parcel, invoice),
      access: new Map([['parcel-ship', ({ job, jobs }) => jobs.grantEnqueue(job.function, invoice)]]),
    });
    expect(rights(granted, /^Jobsparcelship/)).toContainEqual({
      actions: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
      on: ['JobsinvoicepostQueuesQueue'],
    });
    expect(rights(granted, /^Jobsinvoicepost/)).toEqual(rights(template, /^Jobsinvoicepost/));
  });
});

describe('the role of the HTTP API', () => {
  const template = fakeTemplate({ catalogue: fakeCatalogue(parcel) });

  it('sends every job, saves and reads records and messages, takes delayed jobs away, and deletes nothing else', () => {
    expect(rights(template, /^ApiHandler/)).toEqual([
      { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], on: ['ApiHandlerLogs'] },
      { actions: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'], on: ['JobsparcelshipQueuesQueue'] },
      // By their names, which test/cdk/delays.test.ts looks at.
      { actions: ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule', 'scheduler:GetSchedule'], on: [undefined] },
      { actions: ['iam:PassRole'], on: [undefined], condition: expect.anything() },
      { actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], on: ['RecordsTable'] },
    ]);
  });
});

describe('the policy for producers', () => {
  it('sends to every job queue, finds it by name, and reaches no dead-letter queue', () => {
    const template = fakeTemplate({ catalogue: fakeCatalogue(parcel, invoice) });
    const [statement, ...others] = theOnly(template, 'AWS::IAM::ManagedPolicy').PolicyDocument.Statement;
    expect(others.map(({ Action }: { Action: unknown }) => Action)).toEqual([
      ['scheduler:CreateSchedule', 'scheduler:GetSchedule'],
      'iam:PassRole',
    ]);
    expect(statement.Action).toEqual(['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage']);
    expect(JSON.stringify(statement.Resource).match(/Jobs[a-zA-Z]+/g)).toEqual([
      'JobsinvoicepostQueuesQueue',
      'JobsparcelshipQueuesQueue',
    ]);
  });

  it('is left out while there is nothing to send', () => {
    fakeTemplate({ catalogue: fakeCatalogue() }).resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  });
});
