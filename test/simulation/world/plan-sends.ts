import type { Draw } from './draw.ts';
import type { Deed, SimPayload, SimSettings } from './sim-job.ts';

/** One message to be sent, by whom and when. */
export interface PlannedSend {
  readonly atMs: number;
  readonly how: 'producer' | 'api' | 'garbage';
  readonly version: 1 | 2;
  readonly payload: SimPayload;
  readonly expiresAfterSeconds: number | undefined;
  readonly delaySeconds?: number;
  /** With other confidential data than most messages of its job. */
  readonly hasOtherData?: boolean;
  /** So many attributes, which only somebody else's producer gives a message. */
  readonly attributes?: number;
  readonly garbage?: Garbage;
}

/** A message that holds no job, and what its consumer has to say of it. */
export interface Garbage {
  readonly body: string;
  readonly reason: string;
  readonly isOfNewest: boolean;
}

const DEED_WEIGHTS: readonly (readonly [Deed, number])[] = [
  ['succeed', 8],
  ['slow', 2],
  ['throw', 3],
  ['retry-later', 2],
  ['not-yet', 2],
  ['permanent', 2],
  ['take-steps', 1],
  ['fail-between-steps', 2],
  ['act-at-most-once', 3],
  ['kill-its-host', 2],
  ['outlive-the-margin', 1],
  ['freeze', 1],
];

/** What takes no longer than a second. */
export const LIGHT_DEEDS: readonly Deed[] = [
  ...(['succeed', 'throw', 'retry-later', 'not-yet', 'permanent', 'take-steps', 'fail-between-steps'] as const),
];

const ROUTES = ['north', 'south'] as const;
/** A message that is held back so long has little retention left when it appears. */
const LATE_SECONDS = [300, 350] as const;

interface Mix {
  readonly settings: SimSettings;
  readonly mixesCode: boolean;
  /** No job takes long, nor anything along with it. */
  readonly isLight: boolean;
  readonly chaosMs: number;
  readonly forgetsAtMs: readonly number[];
}

/** Every message of a schedule. */
export function planSends(draw: Draw, mix: Mix): PlannedSend[] {
  const jobs = draw.between(3, 8);
  const isNative = mix.settings.maxReceiveCount !== undefined;
  const killer = isNative && draw.chance(0.5) ? draw.between(0, jobs - 1) : -1;
  return Array.from({ length: jobs }, (_, index) => {
    const does = index === killer ? 'kill-its-host-in-parse' : pickDeed(draw, mix);
    return planJob(draw, planPayload(draw, `p-${index}`, does), mix);
  }).flat();
}

function planPayload(draw: Draw, parcelId: string, does: Deed): SimPayload {
  const times = does === 'kill-its-host' && draw.chance(0.6) ? 99 : draw.between(1, 3);
  return { parcelId, route: draw.pick(ROUTES), does, times, weightGrams: 1 };
}

function planJob(draw: Draw, payload: SimPayload, mix: Mix): PlannedSend[] {
  const { settings, mixesCode, chaosMs, forgetsAtMs } = mix;
  const first: PlannedSend = {
    atMs: draw.chance(0.6) ? draw.between(0, 500) : draw.between(0, chaosMs * 0.6),
    how: draw.chance(0.25) ? 'api' : 'producer',
    version: mixesCode ? draw.pick([1, 2]) : 2,
    payload,
    expiresAfterSeconds: draw.chance(0.06) ? draw.between(1, 60) : undefined,
  };
  const sends = [draw.chance(0.08) ? { ...first, how: 'producer' as const, attributes: draw.pick([2, 9, 10]) } : first];
  const again = () => ({ ...first, atMs: draw.chance(0.5) ? first.atMs : draw.between(0, chaosMs) });
  if (draw.chance(0.15)) sends.push(again());
  if (draw.chance(0.1)) sends.push({ ...again(), how: 'producer', payload: { ...payload, weightGrams: 2 } });
  if (draw.chance(0.12)) sends.push({ ...again(), how: 'garbage', garbage: garbage(draw, payload.parcelId) });
  if (settings.retentionSeconds !== undefined && draw.chance(0.5)) {
    sends.push({ ...again(), how: 'producer', delaySeconds: draw.between(...LATE_SECONDS) });
  }
  for (const atMs of forgetsAtMs) if (draw.chance(0.6)) sends.push({ ...first, atMs: draw.between(atMs, chaosMs) });
  return sends;
}

function pickDeed(draw: Draw, { settings, isLight }: Mix): Deed {
  if (settings.breaker !== undefined && draw.chance(0.5)) return 'throw';
  if (isLight) return draw.pick(LIGHT_DEEDS);
  const sum = DEED_WEIGHTS.reduce((total, [, weight]) => total + weight, 0);
  let left = draw.number() * sum;
  for (const [deed, weight] of DEED_WEIGHTS) {
    left -= weight;
    if (left < 0) return deed;
  }
  return 'succeed';
}

/** Bodies that hold no usable job; the last two name a job that exists. */
function garbage(draw: Draw, parcelId: string): Garbage {
  const envelope = {
    specversion: '1.0',
    id: `parcel.ship:${parcelId}`,
    source: '/elsewhere',
    type: 'parcel.ship',
    time: '2026-01-01T00:00:00.000Z',
    dataschema: 'urn:millrace:job:parcel.ship:2',
    data: { parcelId, does: 'succeed' },
  };
  return draw.pick([
    { body: `not json ${parcelId}`, reason: 'unparseable', isOfNewest: false },
    { body: JSON.stringify({ hello: parcelId }), reason: 'not-a-job', isOfNewest: false },
    {
      body: JSON.stringify({ ...envelope, type: 'parcel.weigh', dataschema: 'urn:millrace:job:parcel.weigh:1' }),
      ...{ reason: 'unknown-type', isOfNewest: false },
    },
    { body: JSON.stringify(envelope), reason: 'invalid-payload', isOfNewest: true },
    {
      body: JSON.stringify({ ...envelope, data: { does: 'succeed', times: 1, weightGrams: 1, shelf: 1 } }),
      ...{ reason: 'no-key', isOfNewest: true },
    },
  ]);
}
