import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudFormationTemplate } from '../template/cloud-formation-template.ts';
import { localArn } from '../template/local-account.ts';
import {
  type PhysicalResources,
  resolveIntrinsics,
  UnresolvableTemplateError,
} from '../template/resolve-intrinsics.ts';
import type { FunctionSettings } from './function-settings.ts';

interface FunctionProperties {
  readonly Code?: { readonly S3Key?: string };
  readonly Handler?: string;
  readonly Timeout?: unknown;
  readonly MemorySize?: unknown;
  readonly ReservedConcurrentExecutions?: unknown;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
  readonly LoggingConfig?: { readonly LogGroup?: unknown };
}

export interface FunctionSource {
  readonly template: CloudFormationTemplate;
  readonly assetFolders: ReadonlyMap<string, string>;
  readonly physical: PhysicalResources;
}

const LAMBDA_DEFAULT = { timeoutSeconds: 3, memoryMb: 128 };
const BUNDLE_EXTENSIONS = ['.mjs', '.js', '.cjs'];

/** A function of the template with its bundle's file, its variables resolved. */
export function readFunction(
  logicalId: string,
  { template, assetFolders, physical }: FunctionSource,
): FunctionSettings {
  const resource = template.Resources?.[logicalId];
  if (resource?.Type !== 'AWS::Lambda::Function') throw new UnresolvableTemplateError(`${logicalId} is no function`);
  const properties = resource.Properties as FunctionProperties;
  const { Code, Handler = '', Timeout, MemorySize, ReservedConcurrentExecutions: reserved } = properties;
  const functionName = physical.get(logicalId)?.ref ?? logicalId;
  const variables = Object.fromEntries(
    Object.entries(properties.Environment?.Variables ?? {}).map(([name, value]) => [
      name,
      String(resolveIntrinsics(value, physical)),
    ]),
  );
  const logGroup = properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${functionName}`;
  return {
    functionName,
    displayName: variables.POWERTOOLS_SERVICE_NAME ?? functionName,
    functionArn: localArn('lambda', `function:${functionName}`),
    ...bundleOf(logicalId, assetFolders.get(String(Code?.S3Key)), Handler),
    timeoutSeconds: Number(Timeout ?? LAMBDA_DEFAULT.timeoutSeconds),
    memoryMb: Number(MemorySize ?? LAMBDA_DEFAULT.memoryMb),
    logGroupName: String(resolveIntrinsics(logGroup, physical)),
    variables,
    reservedConcurrency: reserved === undefined ? undefined : Number(reserved),
  };
}

function bundleOf(logicalId: string, folder: string | undefined, handler: string) {
  if (!folder) throw new UnresolvableTemplateError(`${logicalId}: its code is no asset of this assembly`);
  const dot = handler.lastIndexOf('.');
  const stem = join(folder, handler.slice(0, dot));
  const bundle = BUNDLE_EXTENSIONS.map((extension) => stem + extension).find((file) => existsSync(file));
  if (!bundle) throw new UnresolvableTemplateError(`${logicalId}: no ${stem}.mjs, .js or .cjs for handler ${handler}`);
  return { bundle, exportName: handler.slice(dot + 1) };
}
