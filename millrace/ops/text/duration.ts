const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** A wait in the unit that people count it in: `45 s`, `12 min`, `11 h 59 min`. */
export function duration(seconds: number): string {
  if (seconds < 2 * MINUTE_SECONDS) return `${seconds} s`;
  const minutes = Math.round(seconds / MINUTE_SECONDS);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor((minutes * MINUTE_SECONDS) / HOUR_SECONDS);
  const rest = minutes % 60;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
