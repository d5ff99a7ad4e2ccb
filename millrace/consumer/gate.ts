import type { Delivery } from '../message/delivery.ts';
import { within } from '../message/within.ts';
import { type GateContext, hasBreaker } from './gate-context.ts';
import type { Outcome } from './outcome.ts';
import { planTurns } from './plan-turns.ts';
import { reportToBreaker } from './report-to-breaker.ts';
import type { Turn, TurnPlan } from './turn.ts';

/** A job's breaker and rate, before one batch. */
export interface Gate {
  /** The first to ask asks for the whole batch: it costs one read and one write, whatever its size and order. */
  ask(delivery: Delivery): Promise<Turn>;
  /** Tells the breaker how the batch ended. Never rejects. */
  report(outcomes: ReadonlyMap<Delivery, Outcome>): Promise<void>;
}

/** A silent table must not hold the batch until there is no time for a run. */
const LONGEST_PLAN_MS = 3_000;
/** A batch that is done must not end by the function's timeout for this. */
const LONGEST_REPORT_MS = 1_000;

/** Undefined where the job has neither: it pays nothing. */
export function createGate(context: GateContext): Gate | undefined {
  const { job, ports } = context;
  if (job.breaker === undefined && job.ratePerSecond === undefined) return undefined;
  const asked: Delivery[] = [];
  let planning: Promise<TurnPlan> | undefined;
  let planned: TurnPlan | undefined;
  const plan = async () => {
    planned = await answeredPlan(context);
    return planned;
  };
  return {
    ask: async (delivery) => {
      const place = asked.push(delivery) - 1;
      planning ??= plan();
      const { turn } = await planning;
      return turn(place);
    },
    report: async (outcomes) => {
      if (planned === undefined || !hasBreaker(context)) return;
      const [first] = asked;
      try {
        await within(ports.clock, LONGEST_REPORT_MS, reportToBreaker(context, planned, { first, outcomes }));
      } catch (error) {
        ports.logger.warn('the breaker was not told of a batch', { jobType: job.type, error: String(error) });
      }
    },
  };
}

/** Without an answer nothing runs: a rate must hold then too, and the claims would hardly be answered. */
async function answeredPlan(context: GateContext): Promise<TurnPlan> {
  const { job, ports } = context;
  try {
    return await within(ports.clock, LONGEST_PLAN_MS, planTurns(context));
  } catch (error) {
    ports.logger.warn('breaker or rate gave no answer: the batch is put off', {
      ...{ jobType: job.type, messages: context.size, error: String(error) },
    });
    return { turn: () => ({ kind: 'wait', reason: 'gate-unanswered', askedSeconds: 0, error }) };
  }
}
