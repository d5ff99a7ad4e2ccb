import * as z from 'zod';
import type { TwinCall } from './twin.ts';

/** How a twin behaves. Setting a mode replaces the one before, options included. */
export const modeSchema = z.strictObject({
  /**
   * `flaky`: every other call, from the first, gets 503 before any effect. `slow`: waits, then does it, unless the
   * caller hung up. `late-answer`: does it, then waits. `down`: hangs up before any effect. `throttled`: 429 with Retry-After.
   * `lost-answer`: does it, then hangs up.
   */
  mode: z.enum(['ok', 'flaky', 'slow', 'down', 'throttled', 'lost-answer', 'late-answer']),
  /** Only the first calls misbehave, and each of them does. */
  failNext: z.int().min(1).optional(),
  /** Only calls about this id misbehave: it stands in the path, the idempotency key or the body. */
  forKey: z.string().min(1).optional(),
  /** Of `slow` and `late-answer`. */
  delayMs: z.int().min(0).default(1000),
  /** Of `throttled`. */
  retryAfterSeconds: z.int().min(1).default(1),
  /** Replaces what the twin does by itself with an idempotency key that it has seen. */
  deduplicates: z.boolean().optional(),
});

export type Mode = z.output<typeof modeSchema>;
export type ModeInput = z.input<typeof modeSchema>;

export interface ModeSwitch {
  current(): Mode;
  set(mode: Mode): void;
  /** What this call gets, counted: ask once a call. */
  next(call: TwinCall): Mode['mode'];
}

export function createModeSwitch(): ModeSwitch {
  let mode = modeSchema.parse({ mode: 'ok' });
  let concerned = 0;
  return {
    current: () => mode,
    set(next) {
      mode = next;
      concerned = 0;
    },
    next(call) {
      if (mode.forKey !== undefined && !isAbout(call, mode.forKey)) return 'ok';
      concerned += 1;
      if (mode.failNext !== undefined) return concerned <= mode.failNext ? mode.mode : 'ok';
      return mode.mode === 'flaky' && concerned % 2 === 0 ? 'ok' : mode.mode;
    },
  };
}

function isAbout(call: TwinCall, id: string): boolean {
  return words(`${call.path} ${call.idempotencyKey ?? ''} ${JSON.stringify(call.body)}`).includes(words(id));
}

/** Whole ids only: `d-1` is not in `d-10`. */
function words(text: string): string {
  return ` ${text
    .split(/[^\w-]+/)
    .filter(Boolean)
    .join(' ')} `;
}
