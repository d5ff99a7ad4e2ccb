import type { Draw } from './draw.ts';
import type { SimSettings } from './sim-job.ts';

/** Low enough that a message which kills its host before its claim is soon moved by SQS. */
const NATIVE_RECEIVES = 8;
const SHORT_RETENTION_SECONDS = 400;
/** Whole over windows of one, two and three seconds. */
const RATES = [1, 0.5, 1 / 3] as const;

/** Half of the schedules are plain: what makes the others special would hide what is common. */
const KINDS = ['plain', 'plain', 'plain', 'ordered', 'gated', 'short'] as const;

export function planSettings(draw: Draw): Omit<SimSettings, 'isConfidential'> {
  const kind = draw.pick(KINDS);
  const isNative = kind !== 'ordered' && kind !== 'short' && draw.chance(0.25);
  const isGated = kind === 'gated' || (kind === 'short' && draw.chance(0.5));
  const gate = isGated ? draw.pick(['rate', 'breaker', 'both']) : 'none';
  return {
    batchSize: draw.pick([1, 2, 3, 5]),
    maxAttempts: draw.pick([2, 3]),
    maxReceiveCount: isNative ? NATIVE_RECEIVES : undefined,
    replay: draw.pick(['safe', 'safe', 'check-first']),
    isOrdered: kind === 'ordered',
    retentionSeconds: kind === 'short' ? SHORT_RETENTION_SECONDS : undefined,
    expiresAfterSeconds: kind === 'short' && draw.chance(0.3) ? draw.pick([10, 40, 120]) : undefined,
    ratePerSecond: gate === 'rate' || gate === 'both' ? draw.pick(RATES) : undefined,
    breaker:
      gate === 'breaker' || gate === 'both'
        ? { failures: draw.pick([2, 3]), withinSeconds: 60, openSeconds: draw.pick([20, 60]) }
        : undefined,
  };
}
