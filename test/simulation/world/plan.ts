import { createDraw } from './draw.ts';
import { type PlannedSend, planSends } from './plan-sends.ts';
import { planSettings } from './plan-settings.ts';
import { type SimJobs, type SimSettings, simJobs } from './sim-job.ts';

export interface PlannedRedrive {
  readonly atMs: number;
  readonly byOldCode: boolean;
  readonly checked: boolean;
  readonly onlyFirst: boolean;
  /** With another payload for each. */
  readonly edits: boolean;
  readonly dryRun: boolean;
  readonly limit: number | undefined;
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
  /** When the records of jobs that nobody holds are past their lifetime, all at once. */
  readonly forgetsAtMs: readonly number[];
  /** Redrives once more when all is calm, and drains again. */
  readonly redrivesAtTheEnd: boolean;
}

/** Until then records are too young to be forgotten. */
const LEAST_TO_FORGET_MS = 80_000;
const INTENSITIES = [0, 0.01, 0.03, 0.08] as const;

export function createPlan(seed: number): Plan {
  const draw = createDraw(seed);
  // Drawn apart: which schedules have it changes nothing else in them.
  const ofData = createDraw(seed ^ 0xda7a);
  const settings = { ...planSettings(draw), isConfidential: ofData.chance(0.4) };
  const isShort = settings.retentionSeconds !== undefined;
  const chaosMs = draw.between(20, isShort ? 400 : 200) * 1000;
  const mixesCode = draw.chance(0.4);
  const deploys = mixesCode ? draw.between(1, 3) : 0;
  const cancels = draw.chance(0.3) ? draw.between(1, 3) : 0;
  const redrives = draw.chance(0.6) ? draw.between(1, 3) : 0;
  const forgetsAtMs =
    chaosMs > LEAST_TO_FORGET_MS && draw.chance(0.2) ? [draw.between(LEAST_TO_FORGET_MS, chaosMs)] : [];
  const intensity = draw.pick(INTENSITIES);
  const isLight = intensity === 0 && draw.chance(0.4);
  return {
    settings,
    jobs: simJobs(settings),
    intensity,
    pollers: draw.between(1, 3),
    chaosMs,
    firstCode: mixesCode ? draw.pick(['old', 'newest']) : 'newest',
    deploysAtMs: Array.from({ length: deploys }, () => draw.between(0, chaosMs)).sort((a, b) => a - b),
    sends: planSends(draw, { settings, mixesCode, isLight, chaosMs, forgetsAtMs }).map((send) => ({
      ...send,
      hasOtherData: settings.isConfidential && ofData.chance(0.15),
    })),
    redrives: Array.from({ length: redrives }, () => ({
      atMs: draw.between(0, chaosMs),
      byOldCode: mixesCode && draw.chance(0.3),
      checked: draw.chance(0.7),
      onlyFirst: draw.chance(0.2),
      edits: draw.chance(0.25),
      dryRun: draw.chance(0.06),
      limit: draw.chance(0.15) ? draw.between(1, 3) : undefined,
    })),
    cancels: Array.from({ length: cancels }, () => ({
      atMs: draw.chance(0.5) ? draw.between(0, 3_000) : draw.between(0, chaosMs),
      parcelId: `p-${draw.between(0, 4)}`,
    })),
    forgetsAtMs,
    redrivesAtTheEnd: draw.chance(0.3),
  };
}
