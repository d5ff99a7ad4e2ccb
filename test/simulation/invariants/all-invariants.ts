import { acknowledgedWhenOver } from './acknowledged-when-over.ts';
import { attemptsCounted } from './attempts-counted.ts';
import { claimsRespected } from './claims-respected.ts';
import { deadInTheQueue } from './dead-in-the-queue.ts';
import { effectsOnce } from './effects-once.ts';
import type { Invariant } from './invariant.ts';
import { noJobLost } from './no-job-lost.ts';
import { nothingMovedNatively } from './nothing-moved-natively.ts';
import { recordsUnharmed } from './records-unharmed.ts';
import { redriveAddsUp } from './redrive-adds-up.ts';

export const invariants: readonly Invariant[] = [
  noJobLost,
  effectsOnce,
  attemptsCounted,
  deadInTheQueue,
  nothingMovedNatively,
  claimsRespected,
  recordsUnharmed,
  acknowledgedWhenOver,
  redriveAddsUp,
];
