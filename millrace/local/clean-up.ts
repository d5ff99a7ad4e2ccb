/** What has been started and has to be ended, the last first. */
export interface CleanUp {
  add(end: () => Promise<void> | void): void;
  /** Ends everything once; a failure doesn't keep the rest from ending, and is thrown when all has. */
  run(): Promise<void>;
}

export function createCleanUp(): CleanUp {
  const ends: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async () => {
    const failures: unknown[] = [];
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything ended cleanly');
  };
  return {
    add: (end) => ends.push(end),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
