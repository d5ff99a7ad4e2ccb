import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { fakeTemplate, theOnly } from './fake-template.ts';

const parcel = fakeJob();
const urgent = fakeJob({ type: 'invoice.post', priorities: ['high', 'low'] });
const ordered = fakeJob({ type: 'order.pack', orderedBy: 'parcelId' });
const template = fakeTemplate({
  catalogue: fakeCatalogue(parcel, urgent, ordered),
  access: new Map([
    ['parcel-ship', ({ job, jobs }) => jobs.grantEnqueue(job.function, urgent)],
    ['order-pack', ({ job, jobs }) => jobs.grantEnqueue(job.function, ordered)],
  ]),
});

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** A value of the template as text, with its pseudo parameters by their names. */
function asText(value: unknown): string {
  const joined = /^\{"Fn::Join":\["",(\[.*\])\]\}$/.exec(JSON.stringify(value))?.[1];
  const parts: (string | { Ref: string })[] = joined === undefined ? [String(value)] : JSON.parse(joined);
  return parts.map((part) => (typeof part === 'string' ? part : `<${part.Ref.replace('AWS::', '')}>`)).join('');
}

function statementsOf(of: Template, policyId: RegExp): readonly Statement[] {
  const [policy] = Object.entries(of.findResources('AWS::IAM::Policy')).filter(([id]) => policyId.test(id));
  return policy?.[1].Properties.PolicyDocument.Statement ?? [];
}

const aboutDelays = (statements: readonly Statement[]) =>
  statements.filter(({ Action }) => /scheduler:|iam:/.test(String(Action)));

const schedules = `arn:<Partition>:scheduler:<Region>:<AccountId>:schedule/shop-prod/${'?'.repeat(64)}`;
const role = 'arn:<Partition>:iam::<AccountId>:role/shop-prod-<Region>-delays';

describe('the role by which delayed jobs are sent', () => {
  it('has the name by which a producer knows it, and is taken by schedules of the group alone', () => {
    const [delays, ...others] = Object.values(template.findResources('AWS::IAM::Role')).filter(
      ({ Properties }) => Properties.RoleName !== undefined,
    );
    expect(others).toEqual([]);
    expect(asText(delays?.Properties.RoleName)).toBe('shop-prod-<Region>-delays');
    const [trust] = delays?.Properties.AssumeRolePolicyDocument.Statement ?? [];
    expect(trust.Principal).toEqual({ Service: 'scheduler.amazonaws.com' });
    expect(asText(trust.Condition.StringEquals['aws:SourceArn'])).toMatch(/:schedule-group\/shop-prod$/);
  });

  it('may send to every queue that has no order, and to the dead-letter queue of the schedules', () => {
    const [send, ...others] = statementsOf(template, /^DelaysRole/);
    expect(others).toEqual([]);
    expect(send?.Action).toBe('sqs:SendMessage');
    const [dead, ...queues] = [send?.Resource].flat();
    expect(dead).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^SchedulesDeadLetterQueue/), 'Arn'] });
    expect(queues.map(asText)).toEqual([
      'arn:<Partition>:sqs:<Region>:<AccountId>:shop-prod-invoice-post-high',
      'arn:<Partition>:sqs:<Region>:<AccountId>:shop-prod-invoice-post-low',
      'arn:<Partition>:sqs:<Region>:<AccountId>:shop-prod-parcel-ship',
    ]);
  });

  it('is none where nothing can be delayed', () => {
    const allOrdered = fakeTemplate({ catalogue: fakeCatalogue(ordered) });
    const named = Object.values(allOrdered.findResources('AWS::IAM::Role')).filter(
      ({ Properties }) => Properties.RoleName,
    );
    expect(named).toEqual([]);
    expect(aboutDelays(theOnly(allOrdered, 'AWS::IAM::ManagedPolicy').PolicyDocument.Statement)).toEqual([]);
  });
});

describe('whoever may send a job', () => {
  it.each([
    ['by its access file', () => statementsOf(template, /^JobsparcelshipFunction/)],
    ['by the policy for producers', () => theOnly(template, 'AWS::IAM::ManagedPolicy').PolicyDocument.Statement],
    ['as the sweeper', () => statementsOf(template, /^SweeperHandler/)],
  ])('%s may delay it, and pass on that one role to EventBridge Scheduler', (_how, statements) => {
    const [delay, pass, ...others] = aboutDelays(statements());
    expect(others).toEqual([]);
    expect(delay?.Action).toEqual(['scheduler:CreateSchedule', 'scheduler:GetSchedule']);
    expect(asText(delay?.Resource)).toBe(schedules);
    expect(pass).toMatchObject({
      Action: 'iam:PassRole',
      Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    });
    expect(asText(pass?.Resource)).toBe(role);
  });

  it('may delay nothing where that job has an order', () => {
    expect(aboutDelays(statementsOf(template, /^JobsorderpackFunction/))).toEqual([]);
  });

  it('may not take a delayed job away, but for the HTTP API', () => {
    const [api] = aboutDelays(statementsOf(template, /^ApiHandler/));
    expect(api?.Action).toContain('scheduler:DeleteSchedule');
    expect(asText(api?.Resource)).toBe(schedules);
  });
});
