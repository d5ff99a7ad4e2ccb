import { systemClock } from '../message/clock.ts';
import { loadCatalogue } from '../ops/stack/load-catalogue.ts';
import { type CleanUp, createCleanUp } from './clean-up.ts';
import { compileCacheDir } from './compile-cache-dir.ts';
import { readEventSources } from './event-source/read-event-sources.ts';
import { readRoutes, tokenIssuer } from './http-api/routes.ts';
import { LocalRunError } from './local-run-error.ts';
import type { LocalRunEvent, ReadyEvent } from './local-run-event.ts';
import { findEarlierRun, writeLocalRunFile } from './local-run-file.ts';
import { openApi } from './open-api.ts';
import { readOutcomeLine } from './outcome-line.ts';
import { provision } from './provision/provision.ts';
import { readyEvent } from './ready-event.ts';
import { runEventSources } from './run-event-sources.ts';
import { runFunctions } from './run-functions.ts';
import { checkReachable, type ServiceClients, serviceClients } from './service-clients.ts';
import { endpointVariables, openServiceEndpoints, type ServiceEndpoints } from './service-endpoints.ts';
import { startTwins } from './start-twins.ts';
import { type Assembly, readAssembly } from './template/read-assembly.ts';

export interface LocalRunOptions {
  /** The synthesised cloud assembly. */
  readonly assemblyDir: string;
  /** The project: its catalogue, its twins, and `.millrace/` for what the run writes. */
  readonly projectDir: string;
  /** Of the embedded engine; the API takes the next one, if it is free. 0 takes any. Default 0. */
  readonly port?: number;
  /** The first event is `ready`. */
  readonly onEvent: (event: LocalRunEvent) => void;
}

export interface LocalRun {
  readonly ready: ReadyEvent;
  /** Moves the time of engine and functions on together: nobody has to sit through a visibility timeout. */
  advance(seconds: number): Promise<void>;
  /** Ends a worker process of this job type (or function) at once, a busy one if there is one. */
  kill(name: string): boolean;
  stop(): Promise<void>;
}

/** Runs a synthesised stack on this machine. */
export async function startLocalRun(options: LocalRunOptions): Promise<LocalRun> {
  const cleanUp = createCleanUp();
  try {
    return await start(options, cleanUp);
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

async function start(options: LocalRunOptions, cleanUp: CleanUp): Promise<LocalRun> {
  const { projectDir, assemblyDir, port = 0, onEvent } = options;
  const reading = Promise.all([readAssembly(assemblyDir), loadCatalogue(projectDir)]);
  // Awaited below; a failure to start the engine comes first.
  reading.catch(() => undefined);
  const endpoints = await openServiceEndpoints({
    port,
    compileCacheDir: compileCacheDir(projectDir),
    onDeath: (how) => onEvent({ event: 'engine-died', how }),
  });
  cleanUp.add(async () => endpoints.engine?.stop());
  const [assembly, catalogue] = await reading;
  const time = { offsetMs: 0 };
  const twins = await startTwins(projectDir, () => systemClock.now() + time.offsetMs);
  cleanUp.add(async () => twins?.stop());
  const clients = serviceClients(endpoints);
  cleanUp.add(() => clients.destroy());
  await checkReachable(clients, endpoints);
  const running = await runStack({
    options,
    cleanUp,
    endpoints,
    assembly,
    clients,
    time,
    overrides: twins?.environment,
  });
  const { api, tokenIssuer, provisioned, functions } = running;
  const { variables } = functions;
  const ready = readyEvent({
    ...{ endpoints, catalogue, provisioned, variables },
    ...{ api: api?.url, tokenIssuer, twins: twins?.address, earlierRun: findEarlierRun(projectDir) },
  });
  cleanUp.add(await writeLocalRunFile(projectDir, ready));
  onEvent(ready);
  running.startEventSources();
  return {
    ready,
    kill: functions.kill,
    stop: () => cleanUp.run(),
    advance: async (seconds) => {
      if (!endpoints.timeCanMove) throw new LocalRunError(`time can't be moved: SQS is ${endpoints.sqs}`);
      time.offsetMs += seconds * 1000;
      await endpoints.engine?.advance(seconds);
    },
  };
}

interface StackParts {
  readonly options: LocalRunOptions;
  readonly cleanUp: CleanUp;
  readonly endpoints: ServiceEndpoints;
  readonly assembly: Assembly;
  readonly clients: ServiceClients;
  readonly time: { readonly offsetMs: number };
  readonly overrides: Readonly<Record<string, string>> | undefined;
}

async function runStack({ options, cleanUp, endpoints, assembly, clients, time, overrides = {} }: StackParts) {
  const { projectDir, port = 0, onEvent } = options;
  const { template } = assembly;
  const provisioned = await provision({ template, ...clients });
  const mappings = readEventSources(template, provisioned.physical);
  const routes = readRoutes(template, provisioned.physical);
  const functions = runFunctions({
    source: { ...assembly, physical: provisioned.physical },
    functionNames: new Set([...mappings, ...routes].map(({ functionName }) => functionName)),
    endpoints: endpointVariables(endpoints),
    overrides,
    compileCacheDir: compileCacheDir(projectDir),
    clock: systemClock,
    clockOffsetMs: () => time.offsetMs,
    report: (event) => onEvent((event.event === 'line' && readOutcomeLine(event.line)) || event),
  });
  cleanUp.add(() => functions.stop());
  // What is broken off at the end is no news.
  let isEnding = false;
  const reportUntilEnd = (event: LocalRunEvent) => {
    if (!isEnding) onEvent(event);
  };
  const api = await openApi({
    routes,
    invoke: functions.invoke,
    enginePort: port,
    reportFailure: (failure) => reportUntilEnd({ event: 'request-failed', ...failure }),
  });
  cleanUp.add(async () => api?.stop());
  return {
    provisioned,
    functions,
    api,
    tokenIssuer: tokenIssuer(routes),
    startEventSources: () => {
      const { queues } = provisioned;
      const stop = runEventSources({
        mappings,
        queues,
        sqs: clients.sqs,
        functions,
        clock: systemClock,
        report: reportUntilEnd,
      });
      // Together: a batch in flight ends when its worker does.
      cleanUp.add(async () => {
        isEnding = true;
        await Promise.all([stop(), functions.stop()]);
      });
    },
  };
}
