/** How a command that runs until Ctrl-C was ended. */
export interface Interruption {
  /** Resolves with the exit code once the command has to end. */
  readonly ended: Promise<number>;
  /** Ends it for a reason of its own. */
  end(exitCode: number): void;
}

/**
 * Waits for Ctrl-C or a termination, which end it with `bySignal`, 0 unless given, and for nobody reading any more,
 * which is never a failure. npm passes a Ctrl-C on as well: the second is nothing.
 */
export function untilInterrupted({ bySignal = 0 }: { readonly bySignal?: number } = {}): Interruption {
  const { promise, resolve } = Promise.withResolvers<number>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(bySignal));
  process.stdout.on('error', () => resolve(0));
  return { ended: promise, end: resolve };
}
