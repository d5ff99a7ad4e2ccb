const UNITS = [
  { seconds: 86_400, name: 'd' },
  { seconds: 3_600, name: 'h' },
  { seconds: 60, name: 'min' },
  { seconds: 1, name: 's' },
] as const;

/** How long ago an ISO instant was, in its largest unit: `3 min`. */
export function ago(instant: string | undefined, nowMs: number): string {
  const atMs = instant === undefined ? Number.NaN : Date.parse(instant);
  if (Number.isNaN(atMs)) return 'unknown';
  const seconds = Math.max(0, Math.floor((nowMs - atMs) / 1000));
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds);
  return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.name}` : '0 s';
}
