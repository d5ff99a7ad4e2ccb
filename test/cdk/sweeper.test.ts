import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeStack } from './fake-stack.ts';
import { fakeTemplate, propertiesOf } from './fake-template.ts';
import { rights } from './rights.ts';

const catalogue = fakeCatalogue(fakeJob());

describe('the sweeper', () => {
  const template = fakeTemplate({ catalogue });

  it('is called each minute', () => {
    const schedules = propertiesOf(template, 'AWS::Scheduler::Schedule');
    expect(schedules).toMatchObject([
      {
        ...{ Name: 'shop-prod-sweeper', GroupName: 'shop-prod', ScheduleExpression: 'rate(1 minute)' },
        Target: { Arn: { 'Fn::GetAtt': [expect.stringMatching(/^SweeperHandlerFunction/), 'Arn'] }, Input: '{}' },
      },
    ]);
  });

  it('finds, reads and marks what was saved, sends every job, and writes nothing else', () => {
    expect(rights(template, /^SweeperHandler/)).toEqual([
      { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], on: ['SweeperHandlerLogs'] },
      { actions: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'], on: ['JobsparcelshipQueuesQueue'] },
      // By their names, which test/cdk/delays.test.ts looks at.
      { actions: ['scheduler:CreateSchedule', 'scheduler:GetSchedule'], on: [undefined] },
      { actions: ['iam:PassRole'], on: [undefined], condition: expect.anything() },
      { actions: ['dynamodb:Query'], on: ['RecordsTable'] },
      { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], on: ['RecordsTable'] },
    ]);
    expect(JSON.stringify(template.toJSON())).toContain('/index/unsent');
  });

  it('is not there where nothing is saved before it is sent', () => {
    expect(propertiesOf(fakeTemplate({ catalogue, api: false }), 'AWS::Scheduler::Schedule')).toEqual([]);
  });

  it('is asked for, by its file, where its bundle is missing', () => {
    expect(() => fakeStack({ catalogue, without: ['sweeper'] })).toThrow(
      "no bundle named sweeper (functions/sweeper.ts): it sends what the API's functions only saved",
    );
  });
});
