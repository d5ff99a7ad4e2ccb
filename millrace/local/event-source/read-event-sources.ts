import { type CloudFormationTemplate, resourcesOf } from '../template/cloud-formation-template.ts';
import { localAccount } from '../template/local-account.ts';
import {
  type PhysicalResources,
  resolveIntrinsics,
  UnresolvableTemplateError,
} from '../template/resolve-intrinsics.ts';
import type { EventSourceSettings } from './event-source-options.ts';

interface MappingProperties {
  readonly EventSourceArn?: string;
  readonly FunctionName?: string;
  readonly BatchSize?: unknown;
  readonly MaximumBatchingWindowInSeconds?: unknown;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: unknown };
  readonly FunctionResponseTypes?: readonly string[];
  readonly Enabled?: unknown;
}

export type MappingSettings = Omit<EventSourceSettings, 'visibilitySeconds'>;

const KNOWN_PROPERTIES = new Set([
  'EventSourceArn',
  'FunctionName',
  'BatchSize',
  'MaximumBatchingWindowInSeconds',
  'ScalingConfig',
  'FunctionResponseTypes',
  'Enabled',
  'MetricsConfig',
  'Tags',
]);

/** Lambda's own defaults; without a cap it starts with five batches at once. */
const LAMBDA_DEFAULT = { batchSize: 10, windowSeconds: 0, maximumConcurrency: 5 };

/** The template's event source mappings. One that asks for what the local run can't do is refused, not run otherwise. */
export function readEventSources(template: CloudFormationTemplate, physical: PhysicalResources): MappingSettings[] {
  return resourcesOf(template, 'AWS::Lambda::EventSourceMapping').map(({ logicalId, properties }) => {
    const unknown = Object.keys(properties).filter((property) => !KNOWN_PROPERTIES.has(property));
    if (unknown.length > 0) {
      throw new UnresolvableTemplateError(`${logicalId}: the local run can't do ${unknown.join(', ')}`);
    }
    return mappingSettings(resolveIntrinsics(properties, physical) as MappingProperties);
  });
}

function mappingSettings(properties: MappingProperties): MappingSettings {
  const { ScalingConfig, FunctionResponseTypes = [], FunctionName = '' } = properties;
  return {
    functionName: FunctionName.slice(FunctionName.lastIndexOf(':') + 1),
    queueArn: String(properties.EventSourceArn),
    region: localAccount.region,
    batchSize: Number(properties.BatchSize ?? LAMBDA_DEFAULT.batchSize),
    windowSeconds: Number(properties.MaximumBatchingWindowInSeconds ?? LAMBDA_DEFAULT.windowSeconds),
    maximumConcurrency: Number(ScalingConfig?.MaximumConcurrency ?? LAMBDA_DEFAULT.maximumConcurrency),
    reportBatchItemFailures: FunctionResponseTypes.includes('ReportBatchItemFailures'),
    enabled: String(properties.Enabled ?? true) === 'true',
  };
}
