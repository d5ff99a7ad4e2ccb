import type { Queues } from '../../millrace/message/queue.ts';
import type { Stack } from '../../millrace/ops/stack/stack.ts';
import type { OpsTrial } from './ops-trial.ts';

/** The trial's stack, with queues that fail here and there. */
export function stackWith({ stack }: OpsTrial, faults: Partial<Queues>): { stack: Stack } {
  return { stack: { ...stack, queues: { ...stack.queues, ...faults } } };
}
