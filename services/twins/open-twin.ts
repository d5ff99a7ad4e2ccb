import { createAnswerMemory } from './answer-memory.ts';
import { createModeSwitch, type ModeSwitch } from './mode.ts';
import type { Effect, Twin, TwinAnswer, TwinCall } from './twin.ts';

/** What really happened to a twin since its ledger was last cleared. */
export interface Ledger {
  /** Requests received, those that failed included. */
  readonly calls: number;
  /** The most requests that were there at the same time. */
  readonly mostAtOnce: number;
  readonly effects: readonly Effect[];
}

/** A twin at work: its memory, its ledger, its mode. */
export interface OpenTwin {
  readonly modes: ModeSwitch;
  ledger(): Ledger;
  /** Clears the ledger and forgets everything; the mode stays. */
  clear(): void;
  /** Counts a request in; the returned function counts it out. */
  enter(): () => void;
  answer(call: TwinCall): TwinAnswer;
}

export function openTwin(twin: Twin, now: () => number): OpenTwin {
  const modes = createModeSwitch();
  let calls = 0;
  let present = 0;
  let mostAtOnce = 0;
  let effects: Effect[] = [];
  const reopen = () => twin.open((effect) => effects.push(effect), now);
  let answer = reopen();
  let memory = createAnswerMemory();
  return {
    modes,
    ledger: () => ({ calls, mostAtOnce, effects }),
    clear() {
      calls = 0;
      mostAtOnce = present;
      effects = [];
      memory = createAnswerMemory();
      answer = reopen();
    },
    enter() {
      calls += 1;
      present += 1;
      mostAtOnce = Math.max(mostAtOnce, present);
      return () => {
        present -= 1;
      };
    },
    answer: (call) =>
      (modes.current().deduplicates ?? twin.deduplicates) ? memory.answer(call, answer) : answer(call),
  };
}
