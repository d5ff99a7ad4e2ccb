import { startHttpServer } from '../engine/http-server.ts';
import { answerScheduler } from './answer-scheduler.ts';
import { createScheduler, type Scheduler, type SchedulerOptions } from './create-scheduler.ts';

/** EventBridge Scheduler in memory, on a loopback address of its own. */
export interface SchedulerServer extends Omit<Scheduler, 'stop'> {
  readonly endpoint: string;
  stop(): Promise<void>;
}

export async function startScheduler(options: SchedulerOptions): Promise<SchedulerServer> {
  const scheduler = createScheduler(options);
  const server = await startHttpServer(0, (request) => answerScheduler(scheduler, request));
  return {
    ...scheduler,
    endpoint: `http://127.0.0.1:${server.port}`,
    stop: async () => {
      scheduler.stop();
      await server.stop();
    },
  };
}
