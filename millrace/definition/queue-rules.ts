import type { DefinitionProblem } from './definition-errors.ts';
import type { Queueing } from './resolve-settings.ts';
import { MAX_PRIORITY_LENGTH } from './wire-limits.ts';

type Spec = Readonly<Record<string, unknown>>;

const LEAST_PRIORITIES = 2;
const MOST_PRIORITIES = 5;
const WORD = /^[a-z][a-z0-9]*$/;
/** Each ends a queue's name in a meaning of its own. */
const TAKEN = ['dead', 'fifo'];

/** Rules about a job's queues: which it has, and what groups their messages. */
export function brokenQueues(spec: Spec): DefinitionProblem[] {
  const problems = [groupsProblem(spec), orderProblem(spec), prioritiesProblem(spec.priorities)];
  return problems.filter((problem) => problem !== undefined);
}

/** What of a job's queueing can be weighed against its numbers, however wrong the rest is. */
export function queueing({ orderedBy, fairBy, priorities }: Spec): Queueing {
  return {
    orderedBy: orderedBy === undefined ? undefined : String(orderedBy),
    fairBy: fairBy === undefined ? undefined : String(fairBy),
    priorities: Array.isArray(priorities) ? priorities.map(String) : [],
  };
}

function groupsProblem({ orderedBy, fairBy }: Spec): DefinitionProblem | undefined {
  if (orderedBy === undefined || fairBy === undefined) return undefined;
  const allowed = 'not with orderedBy: a message has one group, and a FIFO queue is no fair queue';
  return { field: 'fairBy', given: fairBy, allowed };
}

function orderProblem({ orderedBy, priorities }: Spec): DefinitionProblem | undefined {
  if (orderedBy === undefined || priorities === undefined) return undefined;
  return { field: 'orderedBy', given: orderedBy, allowed: "not with priorities: order can't hold across queues" };
}

function prioritiesProblem(given: unknown): DefinitionProblem | undefined {
  if (given === undefined) return undefined;
  const allowed = `must be ${LEAST_PRIORITIES} to ${MOST_PRIORITIES} distinct words of lower-case letters and digits, the most urgent first, each at most ${MAX_PRIORITY_LENGTH} characters and none of ${TAKEN.join(', ')}`;
  return isPriorities(given) ? undefined : { field: 'priorities', given, allowed };
}

function isPriorities(given: unknown): boolean {
  if (!Array.isArray(given) || given.length < LEAST_PRIORITIES || given.length > MOST_PRIORITIES) return false;
  return new Set(given).size === given.length && given.every(isPriority);
}

function isPriority(name: unknown): boolean {
  return typeof name === 'string' && WORD.test(name) && name.length <= MAX_PRIORITY_LENGTH && !TAKEN.includes(name);
}
