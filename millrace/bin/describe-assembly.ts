import type { Assembly } from '../cdk/index.ts';

type Counted = readonly (readonly [type: string, one: string, many: string])[];

const whatRuns: Counted = [
  ['AWS::SQS::Queue', 'queue', 'queues'],
  ['AWS::Lambda::Function', 'function', 'functions'],
  ['AWS::Lambda::EventSourceMapping', 'event source mapping', 'event source mappings'],
  ['AWS::DynamoDB::GlobalTable', 'table', 'tables'],
];
const whatSurroundsIt: Counted = [
  ['AWS::CloudWatch::Alarm', 'alarm', 'alarms'],
  ['AWS::SNS::Subscription', 'alarm address', 'alarm addresses'],
  ['AWS::ApiGatewayV2::Api', 'HTTP API', 'HTTP APIs'],
];

/** A stack in a few lines: its bundles with their sizes, what it consists of. */
export function describeAssembly({ stack, functions, resources }: Assembly): string {
  const width = Math.max(...functions.map(({ service }) => service.length));
  const bundles = functions.map(({ service, bundleKib }) => `  ${service.padEnd(width)}  ${kib(bundleKib)}`);
  const total = [...resources.values()].reduce((sum, count) => sum + count, 0);
  const counts = [countsOf(whatRuns, resources), countsOf(whatSurroundsIt, resources), `${total} resources in all`];
  return [`stack ${stack}`, ...bundles, ...counts.filter(Boolean).map((line) => `  ${line}`)].join('\n');
}

function countsOf(counted: Counted, resources: Assembly['resources']): string {
  const parts = counted.flatMap(([type, one, many]) => {
    const count = resources.get(type) ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.join(', ');
}

function kib(size: number): string {
  return `${size.toFixed(1).padStart(6)} KiB`;
}
