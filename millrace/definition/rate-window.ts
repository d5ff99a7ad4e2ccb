/** A rate that is not whole over a minute is taken for a slip. */
export const LONGEST_WINDOW_SECONDS = 60;
/** 1 / 3 is not exact; what differs by more than rounding is another rate. */
const ROUNDING = 1e-9;

/** A rate as it is kept: so many runs in each window of whole seconds. */
export interface RateWindow {
  readonly seconds: number;
  readonly runs: number;
}

/** The shortest window over which the rate comes out whole; undefined where none of up to a minute does. */
export function rateWindow(ratePerSecond: number): RateWindow | undefined {
  for (let seconds = 1; seconds <= LONGEST_WINDOW_SECONDS; seconds += 1) {
    const runs = Math.round(ratePerSecond * seconds);
    if (runs > 0 && Math.abs(ratePerSecond * seconds - runs) <= ROUNDING * runs) return { seconds, runs };
  }
  return undefined;
}
