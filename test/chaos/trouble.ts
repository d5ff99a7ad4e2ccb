import { systemClock } from '../../millrace/message/clock.ts';
import type { TwinName } from '../../services/twins/all-twins.ts';
import type { RunningTwins } from '../../services/twins/index.ts';
import type { ModeInput } from '../../services/twins/mode.ts';

/** Whether the provider remembers keys: the charge is single although its provider does not. */
const REMEMBERS_KEYS = { payments: false, mail: true, crm: false } satisfies Partial<Record<TwinName, boolean>>;
const SERVICES = ['payments', 'mail', 'crm'] as const;
const MODES = ['flaky', 'lost-answer', 'throttled', 'down', 'slow'] as const;
const OUTCOMES_BETWEEN_KILLS = { least: 10, most: 50 };
const LONGEST_DELAY_MS = 80;
/** Of all outcomes, after so many a service falls into a bad mood. */
const MOODS_PER_OUTCOME = 0.15;
const MOST_BAD_CALLS = 5;
const SLOW_MS = 40;
/** Jobs of a batch. */
const MOST_AT_ONCE = 10;

export interface Trouble {
  /** Tells of one outcome: after some, a worker is killed at a random moment, or a service misbehaves. */
  afterOutcome(): void;
  /** Lets everything be well again. */
  end(): Promise<void>;
}

export interface TroubleOptions {
  readonly twins: RunningTwins;
  readonly kill: () => boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Its pace is that of the work, so that a slow machine gets on too. */
export async function startTrouble({ twins, kill, random }: TroubleOptions): Promise<Trouble> {
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const nextKill = () => between(OUTCOMES_BETWEEN_KILLS.least, OUTCOMES_BETWEEN_KILLS.most);
  const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item => items[between(0, items.length - 1)] ?? items[0];
  const setMode = (name: keyof typeof REMEMBERS_KEYS, mode: ModeInput) =>
    twins.setMode(name, { ...mode, deduplicates: REMEMBERS_KEYS[name] });
  const moods = new Set<Promise<void>>();
  const cancels = new Set<() => void>();
  let outcomesLeft = nextKill();
  const behave = (name: keyof typeof REMEMBERS_KEYS, mode: ModeInput) => void moods.add(setMode(name, mode));
  const misbehave = () =>
    behave(oneOf(SERVICES), { mode: oneOf(MODES), failNext: between(1, MOST_BAD_CALLS), delayMs: SLOW_MS });
  const killSoon = () => {
    outcomesLeft = nextKill();
    // So that as like as not it dies with an effect done of which it has not heard.
    behave(oneOf(SERVICES), { mode: 'late-answer', failNext: MOST_AT_ONCE, delayMs: LONGEST_DELAY_MS });
    cancels.add(systemClock.after(random() * LONGEST_DELAY_MS, kill));
  };
  for (const name of SERVICES) await setMode(name, { mode: 'ok' });
  return {
    afterOutcome: () => {
      outcomesLeft -= 1;
      if (outcomesLeft <= 0) killSoon();
      if (random() < MOODS_PER_OUTCOME) misbehave();
    },
    end: async () => {
      for (const cancel of cancels) cancel();
      await Promise.all(moods);
    },
  };
}
