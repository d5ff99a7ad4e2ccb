import { vi } from 'vitest';

/** Looks again and again, until what is expected holds: for what goes on beside the test, without a sleep. */
export async function until(expectation: () => void): Promise<void> {
  await vi.waitFor(expectation, { interval: 1, timeout: 10_000 });
}
