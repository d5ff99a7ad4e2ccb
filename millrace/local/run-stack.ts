import { systemClock } from '../message/clock.ts';
import type { CleanUp } from './clean-up.ts';
import { compileCacheDir } from './compile-cache-dir.ts';
import { readEventSources } from './event-source/read-event-sources.ts';
import { type Route, readRoutes, tokenIssuer } from './http-api/routes.ts';
import type { LocalRunOptions } from './local-run.ts';
import type { LocalRunEvent } from './local-run-event.ts';
import { openApi } from './open-api.ts';
import { readOutcomeLine } from './outcome-line.ts';
import { type Provisioned, provision } from './provision/provision.ts';
import { runEventSources } from './run-event-sources.ts';
import { type RunningFunctions, runFunctions } from './run-functions.ts';
import { runSchedules } from './run-schedules.ts';
import { calledFunctions, readSchedules } from './scheduler/read-schedules.ts';
import type { ServiceClients } from './service-clients.ts';
import { endpointVariables, type ServiceEndpoints } from './service-endpoints.ts';
import type { Assembly } from './template/read-assembly.ts';

export interface StackParts {
  readonly options: Pick<LocalRunOptions, 'projectDir' | 'port' | 'onEvent'>;
  readonly cleanUp: CleanUp;
  readonly endpoints: ServiceEndpoints;
  readonly assembly: Assembly;
  readonly clients: ServiceClients;
  readonly time: { readonly offsetMs: number };
  readonly overrides: Readonly<Record<string, string>> | undefined;
}

/** Runs what a template declares, at the endpoints: its queues and tables, schedules, functions and HTTP API. */
export async function runStack(parts: StackParts) {
  const { options, cleanUp, assembly, clients } = parts;
  const { template } = assembly;
  const provisioned = await provision({ template, ...clients });
  const routes = readRoutes(template, provisioned.physical);
  // What is broken off at the end is no news.
  let isEnding = false;
  const report = (event: LocalRunEvent) => {
    if (!isEnding) options.onEvent(event);
  };
  const { schedules, functions, mappings } = await runFunctionsAndSchedules(parts, { provisioned, routes, report });
  const api = await openApi({
    routes,
    invoke: functions.invoke,
    enginePort: options.port ?? 0,
    reportFailure: (failure) => report({ event: 'request-failed', ...failure }),
  });
  cleanUp.add(async () => api?.stop());
  return {
    ...{ provisioned, functions, schedules, api, tokenIssuer: tokenIssuer(routes) },
    startEventSources: () => {
      const { queues } = provisioned;
      const stop = runEventSources({ mappings, queues, sqs: clients.sqs, functions, clock: systemClock, report });
      // Together: a batch in flight ends when its worker does.
      cleanUp.add(async () => {
        isEnding = true;
        await Promise.all([stop(), functions.stop()]);
      });
    },
  };
}

interface DeclaredParts {
  readonly provisioned: Provisioned;
  readonly routes: readonly Route[];
  readonly report: (event: LocalRunEvent) => void;
}

/** Schedules call functions, and functions make schedules: each has to be told of the other. */
async function runFunctionsAndSchedules(
  { options, cleanUp, endpoints, assembly, clients, time, overrides = {} }: StackParts,
  { provisioned: { physical }, routes, report }: DeclaredParts,
) {
  const mappings = readEventSources(assembly.template, physical);
  const template = readSchedules(assembly.template, physical);
  let functions: RunningFunctions | undefined;
  const schedules = await runSchedules({
    ...{ template, sqs: clients.sqs, report },
    invoke: async (name, event) => functions?.invoke(name, event),
  });
  cleanUp.add(() => schedules.stop());
  const called = [...[...mappings, ...routes].map(({ functionName }) => functionName), ...calledFunctions(template)];
  functions = runFunctions({
    source: { ...assembly, physical },
    functionNames: new Set(called),
    endpoints: endpointVariables(endpoints, schedules.endpoint),
    overrides,
    compileCacheDir: compileCacheDir(options.projectDir),
    clock: systemClock,
    clockOffsetMs: () => time.offsetMs,
    report: (event) => options.onEvent((event.event === 'line' && readOutcomeLine(event.line)) || event),
  });
  cleanUp.add(() => functions.stop());
  return { mappings, schedules, functions };
}
