import type { Draw } from './draw.ts';
import type { EventLog } from './event-log.ts';
import type { CallKind, Faults } from './faults.ts';
import type { Scheduler } from './scheduler.ts';

/** Whoever makes calls: a process that may die or freeze between any two lines. */
export interface Caller {
  readonly name: string;
  /** So many times as often as others its calls are struck. */
  readonly frailty: number;
  isOver(): boolean;
  die(): void;
  freeze(forMs: number): void;
  /** Goes on with what an answer or a timer brings: now, when it wakes, or never. */
  go(next: () => void): void;
  /** A fault touched it. */
  hit(): void;
}

export interface CallMade {
  readonly kind: CallKind;
  readonly says: string;
}

export type Request = <Value>(
  caller: Caller,
  call: CallMade,
  perform: () => Promise<Value>,
  /** For a call of several entries: performs it for a part, and answers what was refused. */
  performPartly?: () => Promise<Value>,
) => Promise<Value>;

export interface RequestWorld {
  readonly scheduler: Scheduler;
  readonly draw: Draw;
  readonly faults: Faults;
  readonly log: EventLog;
}

export class SimulatedServiceError extends Error {
  override readonly name = 'SimulatedServiceError';
}

const USUAL_MS = 20;
/** The SDK gives a request up after that. */
export const REQUEST_TIMEOUT_MS = 3_000;
const LONGEST_FREEZE_MS = 60_000;

type Answer = () => void;

/** Sends a call to a service: it is done some time later, its answer comes later still, and anything may go wrong. */
export function createRequest({ scheduler, draw, faults, log }: RequestWorld): Request {
  const usual = () => draw.number() ** 3 * USUAL_MS;
  return (caller, { kind, says }, perform, performPartly = perform) => {
    if (caller.isOver()) return new Promise(() => undefined);
    const fault = faults.ofCall(kind, caller.frailty);
    log(caller.name, says, fault);
    if (fault !== undefined) caller.hit();
    if (fault === 'death-before') {
      caller.die();
      return new Promise(() => undefined);
    }
    if (fault === 'freeze') caller.freeze(draw.between(1, LONGEST_FREEZE_MS));
    return new Promise((resolve, reject) => {
      const answer = (deliver: Answer, delayMs = usual()) => scheduler.after(delayMs, () => caller.go(deliver));
      const done = async (run = perform): Promise<Answer> => {
        try {
          const value = await run();
          return () => resolve(value);
        } catch (error) {
          return () => reject(error);
        }
      };
      const refuse = (why: string, delayMs?: number) =>
        answer(() => reject(new SimulatedServiceError(`${says}: ${why}`)), delayMs);
      const at = (delayMs: number, act: () => Promise<unknown>) => scheduler.after(delayMs, () => void act());
      switch (fault) {
        case 'throttled':
        case 'failed':
          refuse(fault);
          return;
        case 'answer-lost':
          at(usual(), async () => {
            await done();
            refuse('answer lost', draw.between(0, REQUEST_TIMEOUT_MS));
          });
          return;
        case 'arrives-late':
          refuse('no answer', REQUEST_TIMEOUT_MS);
          at(REQUEST_TIMEOUT_MS + draw.between(0, 4 * REQUEST_TIMEOUT_MS), done);
          return;
        case 'sent-twice':
          at(usual(), async () => {
            await done();
            at(usual(), async () => answer(await done()));
          });
          return;
        case 'partial':
          at(usual(), async () => answer(await done(performPartly)));
          return;
        case 'slow':
          at(draw.chance(0.5) ? draw.between(0, REQUEST_TIMEOUT_MS) : usual(), async () =>
            answer(await done(), draw.between(0, REQUEST_TIMEOUT_MS)),
          );
          return;
        case 'death-after':
          at(usual(), async () => {
            await done();
            caller.die();
          });
          return;
        default:
          at(usual(), async () => answer(await done()));
      }
    });
  };
}
