import { describe, expect, it } from 'vitest';
import { physicalResources } from '../../../millrace/local/template/physical-resources.ts';
import { resolveIntrinsics } from '../../../millrace/local/template/resolve-intrinsics.ts';

const template = {
  Resources: {
    Source: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'shop-dev-email-send' } },
    Nameless: { Type: 'AWS::SQS::Queue' },
    Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { TableName: 'shop-dev-records' } },
    Handler: { Type: 'AWS::Lambda::Function' },
    Composed: {
      Type: 'AWS::SQS::Queue',
      Properties: { QueueName: { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }]] } },
    },
  },
};

const resolve = (value: unknown) => resolveIntrinsics(value, physicalResources(template));

describe('a value of the template', () => {
  it.each([
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['the account', { Ref: 'AWS::AccountId' }, '000000000000'],
    ['a reference', { Ref: 'Table' }, 'shop-dev-records'],
    ['an attribute', { 'Fn::GetAtt': ['Source', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:shop-dev-email-send'],
    ['an attribute in short form', { 'Fn::GetAtt': 'Source.QueueName' }, 'shop-dev-email-send'],
    ['a queue without a name', { 'Fn::GetAtt': ['Nameless', 'QueueName'] }, 'Nameless'],
    ['a composed name', { 'Fn::GetAtt': ['Composed', 'QueueName'] }, 'a-us-east-1'],
    ['a function', { 'Fn::GetAtt': ['Handler', 'Arn'] }, 'arn:aws:lambda:us-east-1:000000000000:function:Handler'],
    ['a join', { 'Fn::Join': [':', ['arn', { Ref: 'AWS::Partition' }, 'sqs']] }, 'arn:aws:sqs'],
    ['a choice', { 'Fn::Select': ['1', { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    [
      'a substitution',
      { 'Fn::Sub': `x-\${AWS::Region}-\${Table}-\${Source.QueueName}-\${!Kept}` },
      `x-us-east-1-shop-dev-records-shop-dev-email-send-\${Kept}`,
    ],
    [
      'a substitution with its own names',
      { 'Fn::Sub': [`\${Name}.\${AWS::URLSuffix}`, { Name: { Ref: 'Table' } }] },
      'shop-dev-records.amazonaws.com',
    ],
    [
      'what stands deep inside',
      { list: [{ Ref: 'Table' }], flag: true, nothing: null },
      { list: ['shop-dev-records'], flag: true, nothing: null },
    ],
  ])('is worked out: %s', (_what, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it.each([
    ['an intrinsic function it does not know', { 'Fn::ImportValue': 'x' }, 'Fn::ImportValue'],
    ['a reference to nothing', { Ref: 'Missing' }, 'Ref Missing'],
    ['an attribute it does not know', { 'Fn::GetAtt': ['Table', 'StreamArn'] }, 'Fn::GetAtt Table.StreamArn'],
    ['a malformed join', { 'Fn::Join': 'x' }, 'Fn::Join wants a list'],
  ])('is refused with its name: %s', (_what, value, message) => {
    expect(() => resolve(value)).toThrow(message);
  });
});
