/** The seconds that a Retry-After header asks for: a number, or a date seen from the answer's own date. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const asked = headers.get('retry-after');
  if (asked === null) return undefined;
  if (/^\d+$/.test(asked)) return Math.max(1, Number(asked));
  const seconds = Math.ceil((Date.parse(asked) - Date.parse(headers.get('date') ?? '')) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(1, seconds);
}
