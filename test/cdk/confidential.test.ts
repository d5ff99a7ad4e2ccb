import { defineWebhook } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { confidentialKey } from '../../millrace/record/confidential-data.ts';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { devStage } from './fake-stack.ts';
import { fakeTemplate, theOnly } from './fake-template.ts';

const parcel = fakeJob({ confidential: z.object({ to: z.string() }) });
const invoice = fakeJob({ type: 'invoice.post' });
const hook = defineWebhook({
  ...{ source: 'shop', signature: { scheme: 'github' }, secret: 'shop/hooks', events: z.object({}), jobs: [parcel] },
  job: () => undefined,
});
const catalogue = { ...fakeCatalogue(parcel, invoice), webhooks: [hook] };
const template = fakeTemplate({
  catalogue,
  access: new Map([['invoice-post', ({ job, jobs }) => jobs.grantEnqueue(job.function, parcel)]]),
});

const KEY_USES = [
  ...['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
  ...['kms:GenerateDataKeyWithoutPlaintext', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
];
const THROUGH_DYNAMODB = {
  StringEquals: {
    'kms:ViaService': { 'Fn::Join': ['', ['dynamodb.', { Ref: 'AWS::Region' }, '.amazonaws.com']] },
  },
};

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What is allowed in the table, one line an action and its keys, whatever statements they stand in. */
function inTable(statements: readonly Statement[]): readonly string[] {
  const lines = statements.flatMap(({ Effect, Action, Condition = {} }) => {
    const keys = Object.values(Condition).flatMap((one) => [one['dynamodb:LeadingKeys'] ?? []].flat());
    const within = Object.values(Condition).flatMap((one) => [one['dynamodb:EnclosingOperation'] ?? []].flat());
    const of = `${keys.join(', ') || 'anything'}${within.length > 0 ? ` in ${within.join()}` : ''}`;
    return [Action]
      .flat()
      .filter((action) => action.startsWith('dynamodb:'))
      .map((action) => `${Effect === 'Deny' ? 'never ' : ''}${action.slice('dynamodb:'.length)} of ${of}`);
  });
  return [...new Set(lines)].sort();
}

function statementsOf(role: RegExp): readonly Statement[] {
  const [policy] = Object.entries(template.findResources('AWS::IAM::Policy')).filter(([id]) => role.test(id));
  return policy?.[1].Properties.PolicyDocument.Statement;
}

const usesOfKey = (statements: readonly Statement[]) =>
  statements.filter(({ Condition }) => JSON.stringify(Condition ?? {}).includes('kms:ViaService'));

/** The topic of the alarms has a key, too. */
const keyOf = (of: typeof template) =>
  Object.entries(of.findResources('AWS::KMS::Key')).find(([id]) => id.startsWith('RecordsKey'))?.[1];

describe('the table of jobs with confidential data', () => {
  it('is encrypted with a key of its own, which rotates and outlives the stack where the stage keeps data', () => {
    const table = theOnly(template, 'AWS::DynamoDB::GlobalTable');
    expect(table.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    expect(table.Replicas[0].SSESpecification.KMSMasterKeyId['Fn::GetAtt'][0]).toMatch(/^RecordsKey/);
    const key = keyOf(template);
    expect(key).toMatchObject({ DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } });
    expect(keyOf(fakeTemplate({ catalogue, stage: devStage }))?.DeletionPolicy).toBe('Delete');
  });

  it('keeps its logical id when the first job gets confidential data: changing its key does not replace it', () => {
    const without = fakeTemplate({ catalogue: fakeCatalogue(invoice) });
    const idOf = (of: typeof template) => Object.keys(of.findResources('AWS::DynamoDB::GlobalTable'));
    expect(idOf(template)).toEqual(idOf(without));
    expect(keyOf(without)).toBeUndefined();
    expect(theOnly(without, 'AWS::DynamoDB::GlobalTable').SSESpecification).toEqual({ SSEEnabled: false });
  });

  it('has a key that nobody uses but through DynamoDB, by rights of their own', () => {
    const { KeyPolicy } = keyOf(template)?.Properties ?? {};
    const [managing, using, ...others] = KeyPolicy.Statement;
    expect(others).toEqual([]);
    expect(managing.Action).not.toContain('kms:Decrypt');
    expect(managing.Action.filter((action: string) => action.includes('*'))).toEqual([]);
    expect(using.Action).toEqual([...KEY_USES, 'kms:CreateGrant'].toSorted());
    expect(using.Condition).toEqual(THROUGH_DYNAMODB);
    for (const { Principal } of KeyPolicy.Statement) expect(JSON.stringify(Principal)).toContain(':root');
  });
});

describe('the rights to confidential data', () => {
  it('stand for the keys that records have', () => {
    expect(confidentialKey('parcel.ship:p-1')).toBe('parcel.ship:p-1/confidential');
  });

  it.each([
    [
      'its own consumer are to read and to erase it',
      /^Jobsparcelship/,
      [
        'DeleteItem of parcel.ship:*/confidential',
        'GetItem of parcel.ship:*',
        'PutItem of parcel.ship:*',
        'UpdateItem of parcel.ship:*',
      ],
    ],
    [
      'another job’s consumer are none, unless it sends such jobs: then to write it, beside a record that it checks',
      /^Jobsinvoicepost/,
      [
        'ConditionCheckItem of parcel.ship:*',
        'GetItem of invoice.post:*',
        'PutItem of invoice.post:*',
        'PutItem of parcel.ship:*/confidential in TransactWriteItems',
        'UpdateItem of invoice.post:*',
      ],
    ],
    [
      'the HTTP API are to write it, and to erase it for a job that is cancelled; never to read it',
      /^ApiHandler/,
      [
        'ConditionCheckItem of parcel.ship:*',
        'DeleteItem of parcel.ship:*/confidential',
        'GetItem of anything',
        'PutItem of anything',
        'PutItem of parcel.ship:*/confidential in TransactWriteItems',
        'UpdateItem of anything',
        'never GetItem of *:*/confidential',
      ],
    ],
    [
      'a webhook are to write it, never to read it',
      /^ApiWebhooksshop/,
      [
        'ConditionCheckItem of parcel.ship:*',
        'GetItem of parcel.ship:*',
        'PutItem of parcel.ship:*',
        'PutItem of parcel.ship:*/confidential in TransactWriteItems',
        'UpdateItem of parcel.ship:*',
        'never GetItem of *:*/confidential',
      ],
    ],
    [
      'the sweeper are none',
      /^SweeperHandler/,
      ['GetItem of anything', 'Query of anything', 'UpdateItem of anything', 'never GetItem of *:*/confidential'],
    ],
  ])('of %s', (_what, role, allowed) => {
    const statements = statementsOf(role);
    expect(inTable(statements)).toEqual(allowed);
    expect(usesOfKey(statements)).toEqual([
      {
        ...{ Effect: 'Allow', Action: KEY_USES, Condition: THROUGH_DYNAMODB },
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^RecordsKey/), 'Arn'] },
      },
    ]);
  });

  it('of producers elsewhere are to write it', () => {
    const { Statement } = theOnly(template, 'AWS::IAM::ManagedPolicy').PolicyDocument;
    expect(inTable(Statement)).toEqual([
      'ConditionCheckItem of parcel.ship:*',
      'PutItem of parcel.ship:*/confidential in TransactWriteItems',
    ]);
    expect(usesOfKey(Statement)).toHaveLength(1);
    const without = fakeTemplate({ catalogue: fakeCatalogue(invoice) });
    const others = theOnly(without, 'AWS::IAM::ManagedPolicy').PolicyDocument.Statement;
    expect([inTable(others), usesOfKey(others)]).toEqual([[], []]);
  });
});
