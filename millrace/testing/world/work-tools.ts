import type { VirtualClock } from '../../message/clock.ts';
import { type Life, never } from './life.ts';

/** What a fake job's work can do to the world. */
export interface WorkTools {
  /** Has its effect, once more, under this key. */
  effect(key: string): void;
  /** Time passes while the work goes on. */
  takes(seconds: number): void;
  /** The process ends here. */
  dies(): Promise<never>;
}

export function workTools(life: Life, ledger: Map<string, number>, clock: VirtualClock): WorkTools {
  return {
    effect: (key) => {
      if (!life.isOver()) ledger.set(key, (ledger.get(key) ?? 0) + 1);
    },
    takes: (seconds) => clock.advance(seconds),
    dies: () => {
      life.end();
      return never();
    },
  };
}
