import { systemClock } from '../message/clock.ts';
import { loadCatalogue } from '../ops/stack/load-catalogue.ts';
import { advanceTogether } from './advance-together.ts';
import { type CleanUp, createCleanUp } from './clean-up.ts';
import { compileCacheDir } from './compile-cache-dir.ts';
import { LocalRunError } from './local-run-error.ts';
import type { LocalRunEvent, ReadyEvent } from './local-run-event.ts';
import { findEarlierRun, writeLocalRunFile } from './local-run-file.ts';
import { readyEvent } from './ready-event.ts';
import { runStack } from './run-stack.ts';
import { checkReachable, serviceClients } from './service-clients.ts';
import { openServiceEndpoints } from './service-endpoints.ts';
import { startTwins } from './start-twins.ts';
import { readAssembly } from './template/read-assembly.ts';

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
  const { api, tokenIssuer, provisioned, functions, schedules } = running;
  const { variables } = functions;
  const ready = readyEvent({
    ...{ endpoints, catalogue, provisioned, variables },
    ...{ api: api?.url, tokenIssuer, twins: twins?.address, earlierRun: findEarlierRun(projectDir) },
    ...{ schedulerEndpoint: schedules.endpoint, schedules: schedules.schedules },
  });
  cleanUp.add(await writeLocalRunFile(projectDir, ready));
  onEvent(ready);
  running.startEventSources();
  schedules.begin();
  return {
    ready,
    kill: functions.kill,
    stop: () => cleanUp.run(),
    advance: async (seconds) => {
      if (!endpoints.timeCanMove) throw new LocalRunError(`time can't be moved: SQS is ${endpoints.sqs}`);
      await advanceTogether(seconds, {
        nextAtMs: schedules.nextAtMs,
        nowMs: schedules.clock.now,
        move: async (step) => {
          time.offsetMs += step * 1000;
          await endpoints.engine?.advance(step);
          schedules.clock.advance(step);
          await schedules.idle();
        },
      });
    },
  };
}
