import { acknowledgedWhenOver } from './acknowledged-when-over.ts';
import { attemptsCounted } from './attempts-counted.ts';
import { cancelledAsAsked } from './cancelled-as-asked.ts';
import { claimsRespected } from './claims-respected.ts';
import { confidentialDataKept } from './confidential-data-kept.ts';
import { copiesAreWhole } from './copies-are-whole.ts';
import { deadInTheQueue } from './dead-in-the-queue.ts';
import { deathsHaveTheirCause } from './deaths-have-their-cause.ts';
import { editsHold } from './edits-hold.ts';
import { effectsOnce } from './effects-once.ts';
import { endingsAsExpected } from './endings-as-expected.ts';
import { expiryKept } from './expiry-kept.ts';
import { groupsInOrder } from './groups-in-order.ts';
import type { Invariant } from './invariant.ts';
import { livesApart } from './lives-apart.ts';
import { loneRunsAreAlone } from './lone-runs-are-alone.ts';
import { lostClaimsTouchNothing } from './lost-claims-touch-nothing.ts';
import { lostRunsCountAlone } from './lost-runs-count-alone.ts';
import { messagesKept } from './messages-kept.ts';
import { noJobLost } from './no-job-lost.ts';
import { noSpareCopies } from './no-spare-copies.ts';
import { nothingMovedNatively } from './nothing-moved-natively.ts';
import { outcomesKept } from './outcomes-kept.ts';
import { promptWithoutFaults } from './prompt-without-faults.ts';
import { recordsUnharmed } from './records-unharmed.ts';
import { recordsWellFormed } from './records-well-formed.ts';
import { redriveAddsUp } from './redrive-adds-up.ts';
import { redriveByTheRules } from './redrive-by-the-rules.ts';
import { redriveReachesAll } from './redrive-reaches-all.ts';
import { screenedAsItIs } from './screened-as-it-is.ts';
import { startedInTime } from './started-in-time.ts';
import { stepsKept } from './steps-kept.ts';
import { turnsKept } from './turns-kept.ts';

export const invariants: readonly Invariant[] = [
  noJobLost,
  effectsOnce,
  attemptsCounted,
  deadInTheQueue,
  deathsHaveTheirCause,
  noSpareCopies,
  loneRunsAreAlone,
  lostRunsCountAlone,
  endingsAsExpected,
  nothingMovedNatively,
  claimsRespected,
  cancelledAsAsked,
  recordsUnharmed,
  editsHold,
  groupsInOrder,
  recordsWellFormed,
  outcomesKept,
  acknowledgedWhenOver,
  redriveAddsUp,
  turnsKept,
  copiesAreWhole,
  livesApart,
  redriveByTheRules,
  screenedAsItIs,
  lostClaimsTouchNothing,
  promptWithoutFaults,
  startedInTime,
  redriveReachesAll,
  stepsKept,
  messagesKept,
  expiryKept,
  confidentialDataKept,
];
