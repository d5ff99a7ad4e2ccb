import { type TestContext, vi } from 'vitest';
import { startEngine } from '../../millrace/local/engine/start-engine.ts';
import { createVirtualClock } from '../../millrace/message/clock.ts';
import { controlledTime } from './controlled-time.ts';
import { type EngineAddresses, engineAddresses } from './environment.ts';
import { waitedTime } from './waited-time.ts';

/** How time passes at an engine: moved on where it is one of ours, waited for where it is not. */
export interface EngineTime {
  /** The shortest timeout that a test may let run out here. */
  readonly briefSeconds: number;
  /** Milliseconds since the epoch, as the engine has it. */
  now(): Promise<number>;
  /** At least so many seconds pass at the engine. */
  pass(seconds: number): Promise<void>;
  /** Starts requests that the engine holds, and comes back once it has all of them. */
  holding<Answer>(action: string, requests: readonly (() => Promise<Answer>)[]): Promise<readonly Promise<Answer>[]>;
  /** Skips a test that would have to wait too long for so many seconds to pass. */
  skipWait(skip: TestContext['skip'], seconds: number): void;
  /** Takes expired items out; skips the test where nothing can make an engine do that. */
  sweepTtl(skip: TestContext['skip']): Promise<void>;
}

export interface EngineUnderTest {
  readonly endpoint: string;
  readonly time: EngineTime;
  stop(): Promise<void>;
}

/** The engine at the address that the environment names, or an embedded one whose clock stands still. */
export async function openEngine(service: keyof EngineAddresses): Promise<EngineUnderTest> {
  const address = engineAddresses()[service];
  if (address === undefined) return startEmbedded();
  const endpoint = address.replace(/\/$/, '');
  const time = (await isOurs(endpoint)) ? controlledTime(endpoint) : waitedTime();
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  return { endpoint, time, stop: async () => undefined };
}

async function startEmbedded(): Promise<EngineUnderTest> {
  const engine = await startEngine({ clock: createVirtualClock() });
  return { endpoint: engine.endpoint, time: controlledTime(engine.endpoint), stop: () => engine.stop() };
}

/** Only an embedded engine tells its time. */
async function isOurs(endpoint: string): Promise<boolean> {
  const answer = await fetch(`${endpoint}/_millrace/clock`).catch((cause) => {
    throw new Error(`Nothing answers at ${endpoint}: start the engine there, or leave its variable unset.`, { cause });
  });
  const text = await answer.text();
  return answer.ok && /^\{"now":"[^"]+"\}$/.test(text);
}
