import { dirname } from 'node:path';
import { localAccount } from '../template/local-account.ts';
import type { FunctionSettings } from './function-settings.ts';

export interface WorkerEnvironmentSources {
  /** `AWS_ENDPOINT_URL` and its like: where the local run's services answer. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Addresses of twins, and the like: they replace variables that the template gives the function, and add none. */
  readonly overrides: Readonly<Record<string, string>>;
}

/** The environment of a function's worker, as Lambda would make it: nothing else is in it. */
export function workerEnvironment(
  settings: FunctionSettings,
  { endpoints, overrides }: WorkerEnvironmentSources,
): Record<string, string> {
  const { variables, functionName, memoryMb, logGroupName, bundle } = settings;
  const known = Object.entries(overrides).filter(([name]) => Object.hasOwn(variables, name));
  return {
    ...variables,
    ...Object.fromEntries(known),
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: logGroupName,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: localAccount.region,
    AWS_DEFAULT_REGION: localAccount.region,
    AWS_ACCESS_KEY_ID: localAccount.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAccount.secretAccessKey,
    LAMBDA_TASK_ROOT: dirname(bundle),
    TZ: 'UTC',
    ...endpoints,
  };
}
