import { createDraw, type Draw } from './draw.ts';
import { type Deed, type SimJobs, type SimPayload, type SimSettings, simJobs } from './sim-job.ts';

/** One message to be sent, by whom and when. */
export interface PlannedSend {
  readonly atMs: number;
  readonly how: 'producer' | 'api' | 'garbage';
  readonly version: 1 | 2;
  readonly payload: SimPayload;
  readonly expiresAfterSeconds: number | undefined;
  readonly body?: string;
}

export interface PlannedRedrive {
  readonly atMs: number;
  readonly byOldCode: boolean;
  readonly checked: boolean;
  readonly onlyFirst: boolean;
}

export interface PlannedCancel {
  readonly atMs: number;
  readonly parcelId: string;
}

/** What a schedule is about, drawn from its seed before it begins. */
export interface Plan {
  readonly settings: SimSettings;
  readonly jobs: SimJobs;
  /** Chance that a fault strikes a call; 0 where nothing goes wrong but what the jobs themselves do. */
  readonly intensity: number;
  readonly pollers: number;
  readonly chaosMs: number;
  readonly firstCode: 'old' | 'newest';
  readonly deploysAtMs: readonly number[];
  readonly sends: readonly PlannedSend[];
  readonly redrives: readonly PlannedRedrive[];
  readonly cancels: readonly PlannedCancel[];
  /** Redrives once more when all is calm, and drains again. */
  readonly redrivesAtTheEnd: boolean;
}

const INTENSITIES = [0, 0.01, 0.03, 0.08] as const;
/** Low enough that a message which kills its host before its claim is soon moved by SQS. */
const NATIVE_RECEIVES = 8;

const DEED_WEIGHTS: readonly (readonly [Deed, number])[] = [
  ['succeed', 8],
  ['slow', 2],
  ['throw', 3],
  ['retry-later', 2],
  ['not-yet', 2],
  ['permanent', 2],
  ['take-steps', 2],
  ['act-at-most-once', 3],
  ['kill-its-host', 2],
  ['outlive-the-margin', 1],
  ['freeze', 1],
];

export function createPlan(seed: number): Plan {
  const draw = createDraw(seed);
  const isNative = draw.chance(0.25);
  const settings: SimSettings = {
    batchSize: draw.pick([1, 2, 3, 5]),
    maxAttempts: draw.pick([2, 3]),
    maxReceiveCount: isNative ? NATIVE_RECEIVES : undefined,
    replay: draw.pick(['safe', 'safe', 'check-first']),
  };
  const chaosMs = draw.between(20, 200) * 1000;
  const mixesCode = draw.chance(0.4);
  const deploys = mixesCode ? draw.between(1, 3) : 0;
  const cancels = draw.chance(0.3) ? draw.between(1, 3) : 0;
  const redrives = draw.chance(0.6) ? draw.between(1, 3) : 0;
  return {
    settings,
    jobs: simJobs(settings),
    intensity: draw.pick(INTENSITIES),
    pollers: draw.between(1, 3),
    chaosMs,
    firstCode: mixesCode ? draw.pick(['old', 'newest']) : 'newest',
    deploysAtMs: Array.from({ length: deploys }, () => draw.between(0, chaosMs)).sort((a, b) => a - b),
    sends: planSends(draw, { isNative, mixesCode, chaosMs }),
    redrives: Array.from({ length: redrives }, () => ({
      atMs: draw.between(0, chaosMs),
      byOldCode: mixesCode && draw.chance(0.3),
      checked: draw.chance(0.7),
      onlyFirst: draw.chance(0.2),
    })),
    cancels: Array.from({ length: cancels }, () => ({
      atMs: draw.chance(0.5) ? draw.between(0, 3_000) : draw.between(0, chaosMs),
      parcelId: `p-${draw.between(0, 4)}`,
    })),
    redrivesAtTheEnd: draw.chance(0.3),
  };
}

interface Mix {
  readonly isNative: boolean;
  readonly mixesCode: boolean;
  readonly chaosMs: number;
}

function planSends(draw: Draw, mix: Mix): PlannedSend[] {
  const jobs = draw.between(3, 8);
  const killer = mix.isNative && draw.chance(0.5) ? draw.between(0, jobs - 1) : -1;
  return Array.from({ length: jobs }, (_, index) =>
    planJob(draw, `p-${index}`, index === killer ? 'kill-its-host-in-parse' : pickDeed(draw), mix),
  ).flat();
}

function planJob(draw: Draw, parcelId: string, does: Deed, { mixesCode, chaosMs }: Mix): PlannedSend[] {
  const first: PlannedSend = {
    atMs: draw.chance(0.6) ? draw.between(0, 500) : draw.between(0, chaosMs * 0.6),
    how: draw.chance(0.25) ? 'api' : 'producer',
    version: mixesCode ? draw.pick([1, 2]) : 2,
    payload: {
      parcelId,
      does,
      times: does === 'kill-its-host' && draw.chance(0.6) ? 99 : draw.between(1, 3),
      weightGrams: 1,
    },
    expiresAfterSeconds: draw.chance(0.06) ? draw.between(1, 60) : undefined,
  };
  const sends = [first];
  const again = () => ({ ...first, atMs: draw.chance(0.5) ? first.atMs : draw.between(0, chaosMs) });
  if (draw.chance(0.15)) sends.push(again());
  if (draw.chance(0.1)) sends.push({ ...again(), how: 'producer', payload: { ...first.payload, weightGrams: 2 } });
  if (draw.chance(0.12)) sends.push({ ...again(), how: 'garbage', body: garbage(draw, parcelId) });
  return sends;
}

function pickDeed(draw: Draw): Deed {
  const sum = DEED_WEIGHTS.reduce((total, [, weight]) => total + weight, 0);
  let left = draw.number() * sum;
  for (const [deed, weight] of DEED_WEIGHTS) {
    left -= weight;
    if (left < 0) return deed;
  }
  return 'succeed';
}

/** Bodies that hold no usable job; the last two name a job that exists. */
function garbage(draw: Draw, parcelId: string): string {
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
    `not json ${parcelId}`,
    JSON.stringify({ hello: parcelId }),
    JSON.stringify({ ...envelope, type: 'parcel.weigh', dataschema: 'urn:millrace:job:parcel.weigh:1' }),
    JSON.stringify(envelope),
    JSON.stringify({ ...envelope, data: { does: 'succeed', times: 1, weightGrams: 1, shelf: 1 } }),
  ]);
}
