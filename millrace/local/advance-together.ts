interface Times {
  /** When the next schedule is due, on the clock of `nowMs`. */
  readonly nextAtMs: () => number | undefined;
  readonly nowMs: () => number;
  /** Moves every clock on, and comes back when what fell due has reached its target. */
  readonly move: (seconds: number) => Promise<void>;
}

/** Moves time on from one tick to the next, so that each lands on its queue at its own time. */
export async function advanceTogether(seconds: number, { nextAtMs, nowMs, move }: Times): Promise<void> {
  let left = seconds;
  do {
    const dueMs = nextAtMs();
    const step = dueMs === undefined ? left : Math.min(left, Math.max(0, (dueMs - nowMs()) / 1000));
    await move(step);
    left -= step;
  } while (left > 0);
}
