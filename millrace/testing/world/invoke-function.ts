import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Clock } from '../../message/clock.ts';
import type { Worker } from './worker.ts';

export interface InvokeOptions {
  readonly timeoutSeconds: number;
  /** Of the timeout, already spent when the handler is called. */
  readonly secondsGone: number;
  /** The worker is frozen at its timeout and wakes later; else its process ends. */
  readonly wakesAfterTimeout: boolean;
  readonly requestId: string;
  readonly clock: Clock;
}

/** One invocation as Lambda makes it: answered, or ended by the worker's death or by the function's timeout. */
export async function invokeFunction(
  worker: Worker,
  event: SQSEvent,
  options: InvokeOptions,
): Promise<SQSBatchResponse> {
  const { clock, timeoutSeconds, requestId } = options;
  const leftMs = (timeoutSeconds - options.secondsGone) * 1000;
  const deadlineMs = clock.now() + leftMs;
  const context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> = {
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => deadlineMs - clock.now(),
  };
  const timeout = Promise.withResolvers<never>();
  const cancel = clock.after(leftMs, () => {
    if (!options.wakesAfterTimeout) worker.life.end();
    timeout.reject(new Error(`Task timed out after ${timeoutSeconds.toFixed(2)} seconds`));
  });
  const death = worker.life.ended.then(() => {
    throw new Error('Runtime exited without providing a reason');
  });
  try {
    // The consumer reads these two of the context alone.
    return await Promise.race([worker.invoke(event, context as Context), timeout.promise, death]);
  } finally {
    cancel();
  }
}
