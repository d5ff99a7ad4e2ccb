import { afterEach, beforeEach, vi } from 'vitest';
import { type RunningTwins, startTwins } from '../../services/twins/index.ts';

/** Starts fresh twins before each test, with their environment over this process's, and stops them after it. */
export function useTwins(): () => RunningTwins {
  let running: RunningTwins;
  beforeEach(async () => {
    running = await startTwins();
    for (const [variable, value] of Object.entries(running.environment)) vi.stubEnv(variable, value);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await running.stop();
  });
  return () => running;
}
