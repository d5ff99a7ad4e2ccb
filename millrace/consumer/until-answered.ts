import { type Invocation, marginAtMs } from './invocation.ts';

const PAUSE_MS = 250;

/** Calls the table again and again until the margin while it does not answer; `isFinal` tells errors that are answers. */
export async function untilAnswered<Value>(
  invocation: Invocation,
  call: () => Promise<Value>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Value> {
  const { clock, logger } = invocation.ports;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (isFinal(error) || clock.now() + PAUSE_MS >= marginAtMs(invocation)) throw error;
      logger.debug('not answered yet', { error: String(error) });
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
    }
  }
}
