import {
  defineJob,
  type JobDefinition,
  type JobSettings,
  NotYetError,
  PermanentError,
  RetryLaterError,
} from 'millrace';
import type { RunningJob, Work } from 'millrace/consumer';
import * as z from 'zod';

const OUTCOMES = [
  ...(['return', 'return-nothing', 'return-null', 'return-empty', 'throw', 'throw-once', 'throw-text'] as const),
  ...([
    'throw-nothing',
    'retry-later',
    'not-yet',
    'permanent',
    'bad-result',
    'large-result',
    'change-payload',
  ] as const),
  ...([
    'never-return',
    'return-late',
    'kill-host',
    'log-oddities',
    'throw-oddity',
    'throw-hostile',
    'throw-hostile-mark',
    'throw-hostile-cause',
    'throw-skew',
  ] as const),
] as const;

const spec = {
  type: 'parcel.ship',
  owner: 'logistics',
  payload: z.object({
    parcelId: z.string().min(1),
    outcome: z.enum(OUTCOMES).default('return'),
    /** `NaN` and the like travel as texts. */
    seconds: z.union([z.number(), z.string()]).optional(),
    weight: z.int().optional(),
  }),
  result: z.unknown(),
  idempotencyKey: 'parcelId',
  timeoutSeconds: 10,
  concurrency: 40,
  replay: { rule: 'safe' },
} as const;

/** One job whose payload picks the outcome of its run. */
export const fakeJob = defineJob(spec);
export type FakePayload = z.input<typeof fakeJob.payload>;

export function fakeJobWith(
  settings: JobSettings & Pick<Partial<JobDefinition>, 'version' | 'upgrades'> & { readonly orderedBy?: 'parcelId' },
): JobDefinition {
  return defineJob({ ...spec, ...settings });
}

/** What the handler can do only with the help of the world it runs in. */
export interface FakeWorld {
  /** The host dies: whatever it was doing, it never goes on. */
  readonly killHost: () => void;
  readonly isDead: () => boolean;
  /** Resolves when the clock has moved on by that much. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly began: (job: RunningJob) => void;
}

const NEVER = new Promise<never>(() => undefined);

/** The handler: an entry each for what a run may do. */
export function createFakeWork({ killHost, isDead, wait, began }: FakeWorld): Work {
  return async (job) => {
    if (isDead()) return NEVER;
    began(job);
    const { outcome, seconds: asked } = job.payload as z.output<typeof fakeJob.payload>;
    const seconds = asked === 'text' ? (asked as unknown as number) : Number(asked);
    const message = `could not ship ${job.id}`;
    switch (outcome) {
      case 'return-nothing':
        return undefined;
      case 'return-null':
        return null;
      case 'return-empty':
        return {};
      case 'throw':
        throw new TypeError(message);
      case 'throw-once':
        if (job.attempt === 1) throw new TypeError(message);
        return { shipped: job.id };
      case 'throw-text':
        throw 'no error at all';
      case 'throw-nothing':
        throw undefined;
      case 'retry-later':
        throw new RetryLaterError(message, seconds);
      case 'not-yet':
        throw new NotYetError(message, seconds);
      case 'permanent':
        throw new PermanentError(message);
      case 'bad-result':
        return { api: 'sk_live_abcdefghijklmnop' };
      case 'large-result':
        return { text: 'x'.repeat(2_049) };
      case 'change-payload':
        Object.assign(job.payload, { parcelId: undefined, weight: 7 });
        return { shipped: job.id };
      case 'never-return':
        return NEVER;
      case 'return-late':
        await wait(seconds);
        return { shipped: job.id };
      case 'kill-host':
        killHost();
        return NEVER;
      case 'log-oddities':
        logOddities(job);
        return { shipped: job.id };
      case 'throw-skew':
        throw Object.assign(new Error('the request time is too skewed'), {
          name: 'RequestTimeTooSkewed',
          $fault: 'client',
        });
      case 'throw-oddity':
        throw oddError();
      case 'throw-hostile':
        throw hostile();
      case 'throw-hostile-mark':
        throw new Proxy(new Error('odd'), { has: refuse });
      case 'throw-hostile-cause':
        throw new Error('odd', { cause: hostile() });
      default:
        return { shipped: job.id };
    }
  };
}

function refuse(): never {
  throw new Error('hands off');
}

/** Throws whatever is asked of it, even what it is. */
function hostile(): object {
  return new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse });
}

function logOddities(job: RunningJob): void {
  const circular: Record<string, unknown> = { big: 9_007_199_254_740_993n };
  circular.self = circular;
  const getter = Object.defineProperty({}, 'odd', {
    enumerable: true,
    get: () => {
      throw new Error('a getter that throws');
    },
  });
  job.logger.info('a big integer', { big: 10n ** 20n });
  job.logger.warn('a circle', circular);
  job.logger.error('an error with a cause', { error: new Error('outer', { cause: new Error('inner') }) });
  job.logger.info('a getter', getter);
}

/** An error that throws when it is looked at. */
function oddError(): Error {
  const error = new Error('odd', { cause: 1n });
  error.cause = error;
  Object.defineProperty(error, 'message', {
    get: () => {
      throw new Error('no message');
    },
  });
  Object.defineProperty(error, 'stack', { value: 7 });
  return error;
}
