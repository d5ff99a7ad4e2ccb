import type { Clock } from '../../message/clock.ts';
import type { DueCall } from './due-call.ts';
import type { SchedulerTargets } from './scheduler-targets.ts';

/** What became of one try to call a target. */
export type CallReport = DueCall &
  (
    | { readonly kind: 'delivered' }
    | { readonly kind: 'retried'; readonly error: unknown; readonly waitSeconds: number }
    /** Given up: it is in the dead-letter queue, where the schedule has one that takes it. */
    | { readonly kind: 'dead'; readonly error: unknown }
  );

export interface DeliveryLine {
  /** Calls the target once those before it were called. */
  add(due: DueCall): void;
  /** Resolves when no call is under way; a retry that waits for its time is none. */
  idle(): Promise<void>;
  stop(): void;
}

interface DeliveryLineOptions {
  readonly clock: Clock;
  readonly targets: SchedulerTargets;
  readonly report: (report: CallReport) => void;
  /** A call that succeeded, or was given up. */
  readonly done: (due: DueCall) => void;
}

const LONGEST_RETRY_WAIT_SECONDS = 900;

/** Calls targets one after the other, in the order in which they are due. */
export function createDeliveryLine({ clock, targets, report, done }: DeliveryLineOptions): DeliveryLine {
  let line = Promise.resolve();
  let stopped = false;
  const waits = new Set<() => void>();

  const giveUp = async (
    due: DueCall,
    error: unknown,
    exhausted: Parameters<SchedulerTargets['park']>[2]['exhausted'],
  ) => {
    const queueArn = due.schedule.content.Target.DeadLetterConfig?.Arn;
    try {
      if (queueArn !== undefined) await targets.park(due, queueArn, { error, exhausted });
      report({ ...due, kind: 'dead', error });
    } catch (parkError) {
      report({ ...due, kind: 'dead', error: parkError });
    }
    done(due);
  };
  const failed = async (due: DueCall, error: unknown) => {
    const { MaximumEventAgeInSeconds, MaximumRetryAttempts } = due.schedule.content.Target.RetryPolicy;
    if (due.attempt > MaximumRetryAttempts) return await giveUp(due, error, 'MaximumRetryAttempts');
    const waitSeconds = Math.min(2 ** (due.attempt - 1), LONGEST_RETRY_WAIT_SECONDS);
    if (clock.now() + waitSeconds * 1000 > due.scheduledAtMs + MaximumEventAgeInSeconds * 1000) {
      return await giveUp(due, error, 'MaximumEventAgeInSeconds');
    }
    report({ ...due, kind: 'retried', error, waitSeconds });
    const cancel = clock.after(waitSeconds * 1000, () => {
      waits.delete(cancel);
      add({ ...due, attempt: due.attempt + 1 });
    });
    waits.add(cancel);
  };
  const call = async (due: DueCall) => {
    if (stopped) return;
    try {
      await targets.call(due);
    } catch (error) {
      if (!stopped) await failed(due, error);
      return;
    }
    report({ ...due, kind: 'delivered' });
    done(due);
  };
  const add = (due: DueCall) => {
    line = line.then(() => call(due));
  };
  return {
    add,
    idle: async () => {
      // More may be added while this waits.
      for (let seen: Promise<void> | undefined; seen !== line; ) {
        seen = line;
        await seen;
      }
    },
    stop: () => {
      stopped = true;
      for (const cancel of waits) cancel();
    },
  };
}
