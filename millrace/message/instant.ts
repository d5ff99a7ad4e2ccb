const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** An instant as CloudEvents writes it (RFC 3339). */
export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value)) && isDay(value);
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isDay(instant: string): boolean {
  const day = instant.slice(0, 10);
  return new Date(day).toISOString().startsWith(day);
}
