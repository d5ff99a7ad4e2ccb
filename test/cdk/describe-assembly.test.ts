import { describe, expect, it } from 'vitest';
import { describeAssembly } from '../../millrace/bin/describe-assembly.ts';

describe('a synthesised stack', () => {
  it('is told by its bundles with their sizes, and by what it consists of', () => {
    const text = describeAssembly({
      stack: 'shop-dev',
      functions: [
        { service: 'parcel.ship', bundleKib: 381.04 },
        { service: 'api', bundleKib: 99.96 },
      ],
      resources: new Map([
        ['AWS::SQS::Queue', 2],
        ['AWS::Lambda::Function', 2],
        ['AWS::DynamoDB::GlobalTable', 1],
        ['AWS::IAM::Role', 2],
      ]),
    });
    expect(text).toBe(`stack shop-dev
  parcel.ship   381.0 KiB
  api           100.0 KiB
  2 queues, 2 functions, 1 table
  7 resources in all`);
  });
});
