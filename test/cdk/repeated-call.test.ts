import { Template } from 'aws-cdk-lib/assertions';
import { RepeatedCall } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeStack } from './fake-stack.ts';
import { theOnly } from './fake-template.ts';

const parcel = fakeJob();

/** The stack with the function of parcel.ship called every so many minutes. */
function stackWith(minutes: number, name = 'nightwatch') {
  const stack = fakeStack({ catalogue: fakeCatalogue(parcel), api: false });
  const { scheduling } = stack;
  new RepeatedCall(stack, 'NightWatch', {
    scheduling,
    name,
    minutes,
    function: stack.jobs.get('parcel.ship').function,
  });
  return stack;
}

describe('a repeated call of a function', () => {
  const template = Template.fromStack(stackWith(1));

  it('is a schedule by rate in the group, with the retries and the dead-letter queue of all', () => {
    expect(theOnly(template, 'AWS::Scheduler::Schedule')).toMatchObject({
      Name: 'shop-prod-nightwatch',
      GroupName: 'shop-prod',
      ScheduleExpression: 'rate(1 minute)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: { 'Fn::GetAtt': [expect.stringMatching(/^JobsparcelshipFunctionConsumerFunction/), 'Arn'] },
        Input: '{}',
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        DeadLetterConfig: { Arn: { 'Fn::GetAtt': [expect.stringMatching(/^SchedulesDeadLetterQueue/), 'Arn'] } },
      },
    });
  });

  it('goes by a role that may call that function and nothing else', () => {
    const policies = template.findResources('AWS::IAM::Policy');
    const [id = ''] = Object.keys(policies).filter((name) => name.startsWith('NightWatchRole'));
    expect(policies[id]?.Properties.PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^JobsparcelshipFunctionConsumerFunction/), 'Arn'] },
      },
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^SchedulesDeadLetterQueue/), 'Arn'] },
      },
    ]);
  });

  it('may come every few minutes', () => {
    const { ScheduleExpression } = theOnly(Template.fromStack(stackWith(5)), 'AWS::Scheduler::Schedule');
    expect(ScheduleExpression).toBe('rate(5 minutes)');
  });

  it.each([0, 1.5, -1, Number.NaN])('does not come every %d minutes', (minutes) => {
    expect(() => stackWith(minutes)).toThrow(`${minutes} minutes given; a whole number from 1 allowed`);
  });

  it('has a name of one word, which no schedule of a job can have', () => {
    expect(() => stackWith(1, 'parcel-ship-nightly')).toThrow('name "parcel-ship-nightly" given; a lower-case word');
  });
});
