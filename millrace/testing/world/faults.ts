/** A call that a worker makes, or that Lambda makes for it (`acknowledge`); or API and sweeper, from `accept` on. */
export type CallName =
  | 'read'
  | 'claim'
  | 'complete'
  | 'fail'
  | 'release'
  | 'die'
  | 'expire'
  | 'close'
  | 'cancel'
  | 'step'
  | 'store-step-result'
  | 'take-rate'
  | 'read-breaker'
  | 'move-breaker'
  | 'count-failures'
  | 'store-message'
  | 'write-confidential'
  | 'read-confidential'
  | 'renew-confidential'
  | 'erase-confidential'
  | 'hide'
  | 'park'
  | 'early-delete'
  | 'acknowledge'
  | 'accept'
  | 'send'
  | 'mark-sent'
  | 'take-up'
  | 'list-unsent'
  | 'delay'
  | 'find-delayed'
  | 'delete-delayed';

export type FaultKind =
  /** The process ends; the call never happens. */
  | 'dies-before'
  /** The call happens and the process ends before its answer comes. */
  | 'dies-after'
  /** The call happens and its answer is an error. */
  | 'answer-lost'
  /** The call does not happen and its answer is an error. */
  | 'refused'
  /** The call happens later, once `until` has resolved. */
  | 'delayed';

export interface Fault {
  readonly at: CallName;
  readonly kind: FaultKind;
  /** Only calls about this: a part of the record's id or of the message's body. Default: any. */
  readonly about?: string;
  /** So many of the calls that it fits pass first. Default 0. */
  readonly passes?: number;
  /** Default 1. */
  readonly times?: number;
  readonly until?: Promise<void>;
}

/** What goes wrong, and when: each fault is taken by the calls it fits, as often as it says. */
export interface Faults {
  add(fault: Fault): void;
  take(at: CallName, about: string): Fault | undefined;
  /** Faults that no call has met yet. */
  unmet(): readonly Fault[];
}

export class InjectedFaultError extends Error {
  override readonly name = 'InjectedFaultError';
}

export function createFaults(): Faults {
  const planned: { fault: Fault; left: number; passes: number }[] = [];
  return {
    add: (fault) => void planned.push({ fault, left: fault.times ?? 1, passes: fault.passes ?? 0 }),
    take: (at, about) => {
      const met = planned.find(
        ({ fault, left }) => left > 0 && fault.at === at && about.includes(fault.about ?? about),
      );
      if (!met) return undefined;
      met.passes -= 1;
      if (met.passes >= 0) return undefined;
      met.left -= 1;
      return met.fault;
    },
    unmet: () => planned.filter(({ left }) => left > 0).map(({ fault }) => fault),
  };
}
