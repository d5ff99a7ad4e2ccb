import type { Clock } from '../message/clock.ts';
import { createFunctionPool, type FunctionEvent, type FunctionPool } from './function/function-pool.ts';
import type { FunctionSettings } from './function/function-settings.ts';
import { type FunctionSource, readFunction } from './function/read-function.ts';
import { workerEnvironment } from './function/worker-environment.ts';
import { resourcesOf } from './template/cloud-formation-template.ts';

export interface RunFunctionsOptions {
  readonly source: FunctionSource;
  /** Those that something invokes; the template's others are left alone. */
  readonly functionNames: ReadonlySet<string>;
  readonly endpoints: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
  readonly compileCacheDir: string;
  readonly clock: Clock;
  readonly clockOffsetMs: () => number;
  readonly report: (event: FunctionEvent) => void;
}

export interface RunningFunctions {
  /** The variables of all of them. */
  readonly variables: Readonly<Record<string, string>>;
  settings(functionName: string): FunctionSettings;
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Ends one worker process of the function of this name (a job's type, or its function's name). */
  kill(name: string): boolean;
  stop(): Promise<void>;
}

/** Every function of the template that is invoked by something, each with its pool of worker processes. */
export function runFunctions({ source, functionNames, ...options }: RunFunctionsOptions): RunningFunctions {
  const pools = new Map<string, { settings: FunctionSettings; pool: FunctionPool }>();
  for (const { logicalId } of resourcesOf(source.template, 'AWS::Lambda::Function')) {
    const functionName = source.physical.get(logicalId)?.ref ?? logicalId;
    if (!functionNames.has(functionName)) continue;
    const settings = readFunction(logicalId, source);
    const environment = workerEnvironment(settings, options);
    pools.set(functionName, { settings, pool: createFunctionPool({ ...options, settings, environment }) });
  }
  const find = (functionName: string) => {
    const found = pools.get(functionName);
    if (!found) throw new Error(`the template has no function ${functionName}`);
    return found;
  };
  return {
    variables: Object.assign({}, ...[...pools.values()].map(({ settings }) => settings.variables)),
    settings: (functionName) => find(functionName).settings,
    invoke: (functionName, event) => find(functionName).pool.invoke(event),
    kill: (name) =>
      [...pools.values()].some(
        ({ settings, pool }) => [settings.displayName, settings.functionName].includes(name) && pool.kill(),
      ),
    stop: async () => {
      await Promise.all([...pools.values()].map(({ pool }) => pool.stop()));
    },
  };
}
