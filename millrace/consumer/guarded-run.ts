import {
  IdempotencyConfig,
  IdempotencyItemAlreadyExistsError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import { BasePersistenceLayer, IdempotencyRecord } from '@aws-lambda-powertools/idempotency/persistence';
import type { Context } from 'aws-lambda';
import { saidOutcome } from '../definition/outcome-errors.ts';
import type { HeldClaim, JobRecord } from '../record/job-record.ts';
import type { ClaimAnswer, DeliveredJob } from './claim-job.ts';
import { conceal } from './conceal.ts';
import type { ConfidentialValues } from './confidential-values.ts';
import { describeError } from './describe-error.ts';
import { beginRun, executeWork, type Run } from './execute-work.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { type EndedRun, settleFailure, settleSuccess } from './settle-run.ts';

export type GuardedAnswer =
  | { readonly kind: 'ran'; readonly outcome: Outcome }
  | Exclude<ClaimAnswer, { readonly kind: 'claimed' }>;

/**
 * One run, through `makeIdempotent`: the library asks for the claim, answers a completed job from the store, and has
 * success and failure settled. Claim and settle are the record's, under its fence.
 */
export async function runGuarded(
  invocation: Invocation,
  delivered: DeliveredJob,
  takeClaim: () => Promise<ClaimAnswer>,
): Promise<GuardedAnswer> {
  const record = new JobRecordLayer(invocation, delivered, takeClaim);
  const guarded = makeIdempotent(record.work, { persistenceStore: record, config: invocation.guard });
  try {
    await guarded(delivered.job.content.id);
  } catch (error) {
    // Whatever ended the run stands in the layer; anything else is a fault of ours.
    if (record.answer === undefined) throw error;
  }
  if (record.answer === undefined) throw new Error(`the run of ${delivered.job.content.id} ended without an answer`);
  return record.answer;
}

/** The one configuration a consumer runs with. @throws where the environment switches the guard off. */
export function createGuard(): IdempotencyConfig {
  const config = new IdempotencyConfig({});
  if (!config.isEnabled()) {
    throw new Error('POWERTOOLS_IDEMPOTENCY_DISABLED is set: a consumer does not run without its guard; unset it');
  }
  // The claim's deadline is the record's own; the library only warns where it can't ask for a remaining time.
  const context: Pick<Context, 'getRemainingTimeInMillis'> = { getRemainingTimeInMillis: () => 1 };
  config.registerLambdaContext(context as Context);
  return config;
}

/** The job's record as Powertools' persistence layer, for one run. */
class JobRecordLayer extends BasePersistenceLayer {
  answer: GuardedAnswer | undefined;
  #held: HeldClaim | undefined;
  #run: Run | undefined;
  #failure: unknown;
  readonly #invocation: Invocation;
  readonly #delivered: DeliveredJob;
  readonly #takeClaim: () => Promise<ClaimAnswer>;

  constructor(invocation: Invocation, delivered: DeliveredJob, takeClaim: () => Promise<ClaimAnswer>) {
    super();
    this.#invocation = invocation;
    this.#delivered = delivered;
    this.#takeClaim = takeClaim;
  }

  /** The work to guard. What it throws is kept, and told to the library as a plain error: it retries on some names. */
  readonly work = async (_id: string): Promise<string | undefined> => {
    const run = beginRun(this.#invocation, this.#claimed());
    this.#run = run;
    try {
      return await executeWork(this.#invocation, this.#delivered, run);
    } catch (error) {
      this.#failure = inspectable(error, run.confidential.values);
      throw new Error('the run failed');
    }
  };

  protected override getHashedIdempotencyKey(id: string): string {
    return id;
  }

  protected override async _putRecord(): Promise<void> {
    const answer = await this.#takeClaim();
    if (answer.kind === 'claimed') {
      this.#held = answer.record;
      return;
    }
    this.answer = answer;
    if (answer.kind === 'found' && answer.record.status === 'COMPLETED' && answer.found === 'ended') {
      throw new IdempotencyItemAlreadyExistsError('completed before', storedRecord(answer.record));
    }
    throw new Error('not claimed');
  }

  protected override async _updateRecord(record: IdempotencyRecord): Promise<void> {
    const json = record.responseData as string | undefined; // what `work` returned
    this.answer = { kind: 'ran', outcome: await settleSuccess(this.#invocation, this.#ended(), json) };
  }

  protected override async _deleteRecord(): Promise<void> {
    this.answer = { kind: 'ran', outcome: await settleFailure(this.#invocation, this.#ended(), this.#failure) };
  }

  protected override async _getRecord(): Promise<IdempotencyRecord> {
    throw new Error('the claim brings the record along: nothing reads it again');
  }

  #claimed(): HeldClaim {
    if (this.#held === undefined) throw new Error('nothing is claimed');
    return this.#held;
  }

  #ended(): EndedRun {
    if (this.#run === undefined) throw new Error('nothing has run');
    const { held, steps, startedMs } = this.#run;
    return { delivered: this.#delivered, held, steps, ranMs: this.#invocation.ports.clock.now() - startedMs };
  }
}

/**
 * What becomes of the record, of the log and of the dead letter: without the confidential values that the run has read.
 * A handler may throw what throws again when it is looked at; that is a failed attempt like any other.
 */
function inspectable(thrown: unknown, values: ConfidentialValues): unknown {
  try {
    const shown = conceal(values, thrown);
    saidOutcome(shown);
    describeError(shown);
    return shown;
  } catch {
    return new Error('the handler threw something that can’t be looked at');
  }
}

/** Without an expiry of its own: whether a record still holds was decided by the record's, and by our clock. */
function storedRecord(record: JobRecord): IdempotencyRecord {
  return new IdempotencyRecord({ idempotencyKey: record.id, status: 'COMPLETED', responseData: record.data ?? null });
}
