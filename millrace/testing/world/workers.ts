import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Work } from '../../consumer/work.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import type { VirtualClock } from '../../message/clock.ts';
import { type InvokeOptions, invokeFunction } from './invoke-function.ts';
import type { Life } from './life.ts';
import { workTools } from './work-tools.ts';
import { startWorker, type Worker, type WorkerOptions } from './worker.ts';
import type { WorldWork } from './world.ts';

export interface Workers {
  invoke(event: SQSEvent, options: Pick<InvokeOptions, 'secondsGone' | 'wakesAfterTimeout'>): Promise<SQSBatchResponse>;
  /** The workers that start from now on have this code. */
  deploy(job: JobDefinition, work: WorldWork<JobDefinition>): void;
  /** How often each effect happened. */
  readonly effects: ReadonlyMap<string, number>;
}

interface WorkersOptions extends Omit<WorkerOptions, 'job' | 'workIn'> {
  readonly timeoutSeconds: number;
  readonly clock: VirtualClock;
}

/** A function's execution environments: started when wanted, reused while they live, one invocation each. */
export function createWorkers(options: WorkersOptions): Workers {
  const { clock, timeoutSeconds } = options;
  const effects = new Map<string, number>();
  let idle: Worker[] = [];
  let code: Pick<WorkerOptions, 'job' | 'workIn'> | undefined;
  let invocations = 0;
  const start = () => {
    if (!code) throw new Error('nothing has been deployed');
    return startWorker({ ...options, ...code });
  };
  return {
    effects,
    deploy: (job, work) => {
      const workIn = (life: Life): Work => {
        const tools = workTools(life, effects, clock);
        // What a fake work returns is checked against the job's result schema by the pipeline.
        return ((running) => work(running, tools)) as Work;
      };
      code = { job, workIn };
      idle = [];
    },
    invoke: async (event, { secondsGone, wakesAfterTimeout }) => {
      const worker = idle.pop() ?? start();
      const deployed = code;
      invocations += 1;
      const requestId = `request-${invocations}`;
      const answer = await invokeFunction(worker, event, {
        ...{ timeoutSeconds, secondsGone, wakesAfterTimeout, requestId, clock },
      });
      if (code === deployed) idle.push(worker);
      return answer;
    },
  };
}
