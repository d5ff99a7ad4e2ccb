import type { SharedItem } from '../record/shared-item.ts';

/** Whether a job may run now; what waits costs no attempt, and is asked to wait this long at least. */
export type Turn =
  | { readonly kind: 'run' }
  | {
      readonly kind: 'wait';
      readonly reason: 'breaker-open' | 'breaker-returning' | 'rate-spent' | 'gate-unanswered';
      readonly askedSeconds: number;
      readonly error?: unknown;
    };

/** Who of a batch runs, by the order in which they ask. */
export interface TurnPlan {
  turn(place: number): Turn;
  /** The breaker as it was read; absent where there was none yet. */
  readonly breaker?: SharedItem | undefined;
  /** The breaker as this batch holds it: whoever asked first tests it. */
  readonly probe?: SharedItem | undefined;
}
