/** A time zone's clock. A wall time is written as the instant at which UTC's clock shows the same. */
export interface Zone {
  wallOf(instantMs: number): number;
  /** The first instant at which the clock shows this; none where it skips that time. */
  instantOf(wallMs: number): number | undefined;
}

const DAY_MS = 86_400_000;

/** As `Date.UTC` takes them. */
const FIELDS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** @throws RangeError where there is no such zone. */
export function createZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    ...Object.fromEntries(FIELDS.map((field) => [field, 'numeric'])),
    ...{ hourCycle: 'h23', timeZone },
  });
  const wallOf = (instantMs: number) => {
    const parts = format.formatToParts(instantMs);
    const [year = 0, month = 1, ...rest] = FIELDS.map((field) =>
      Number(parts.find(({ type }) => type === field)?.value),
    );
    return Date.UTC(year, month - 1, ...rest);
  };
  const offsetAt = (instantMs: number) => wallOf(instantMs) - Math.floor(instantMs / 1000) * 1000;
  return {
    wallOf,
    instantOf: (wallMs) => {
      const offsets = [offsetAt(wallMs - DAY_MS), offsetAt(wallMs + DAY_MS)];
      const instants = offsets.map((offsetMs) => wallMs - offsetMs).sort((a, b) => a - b);
      return instants.find((instantMs) => wallOf(instantMs) === wallMs);
    },
  };
}
