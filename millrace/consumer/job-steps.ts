import type { AtMostOnce, Step, StepTools } from './step.ts';
import type { SteppingRun } from './stepping-run.ts';
import { takeStep } from './take-step.ts';

/** The steps of one run, from its handler's call until all that it started have settled. */
export interface JobSteps {
  readonly step: Step;
  /** Nothing starts any more; resolves when all that was started has settled, with what one that ran on threw. */
  close(): Promise<{ readonly error: unknown } | undefined>;
}

/** Part of the keys of its items, and of the record, whose map of steps must not look like anything but a map. */
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

export function createJobSteps(run: SteppingRun): JobSteps {
  const names = new Set<string>();
  const open = new Set<Promise<unknown>>();
  let isClosed = false;

  const begin = (name: string, options: AtMostOnce<unknown> | undefined) => {
    if (isClosed) throw new Error(`step ${name} was called after its handler had returned: await every step`);
    if (!NAME.test(name) || name in Object.prototype) {
      throw new Error(`"${name}" is no name of a step: 1 to 64 letters, digits, dots, hyphens and underscores are`);
    }
    if (names.has(name)) throw new Error(`step ${name} was called twice in one run: each step has a name of its own`);
    const { timeoutSeconds } = run.invocation.job;
    if (
      options !== undefined &&
      !(options.longestRequestSeconds > 0 && options.longestRequestSeconds < timeoutSeconds)
    ) {
      const allowed = `more than 0 and less than the job's timeoutSeconds (${timeoutSeconds})`;
      throw new Error(`step ${name}: longestRequestSeconds must be ${allowed}, ${options.longestRequestSeconds} given`);
    }
    names.add(name);
  };
  const step = (name: string, work: (tools: StepTools) => unknown, options?: AtMostOnce<unknown>) => {
    const taken = (async () => {
      begin(name, options);
      return takeStep(run, { name, work, options });
    })();
    open.add(taken);
    // Also one that nobody awaits must not end the process when it fails: `close` tells of it.
    const settled = () => open.delete(taken);
    taken.then(settled, settled);
    return taken;
  };
  return {
    // What a step returns went through JSON: the cast says that it still has its type.
    step: step as Step,
    close: async () => {
      isClosed = true;
      const ran = await Promise.allSettled(open);
      const failed = ran.find((one) => one.status === 'rejected');
      return failed && { error: failed.reason };
    },
  };
}
