import { describe, expect, it } from 'vitest';
import type { RedriveReport } from '../../millrace/ops/redrive/redrive-report.ts';
import type { JobRecord } from '../../millrace/record/job-record.ts';
import { lostClaimsTouchNothing } from './invariants/lost-claims-touch-nothing.ts';
import { redriveAddsUp } from './invariants/redrive-adds-up.ts';
import { redriveByTheRules } from './invariants/redrive-by-the-rules.ts';
import { redriveReachesAll } from './invariants/redrive-reaches-all.ts';
import { startedInTime } from './invariants/started-in-time.ts';
import { turnsKept } from './invariants/turns-kept.ts';
import type { CopySeen } from './world/copy-seen.ts';
import { createLedger } from './world/ledger.ts';
import { createPlan } from './world/plan.ts';
import type { RedriveSeen } from './world/redrive-seen.ts';
import type { SentSeen } from './world/sent-seen.ts';

const plan = createPlan(1);
const ledger = createLedger({ ...plan, settings: { ...plan.settings, replay: 'safe' } });

const report: RedriveReport = {
  ...{ dryRun: false, received: 2, redriven: 1, refused: 1, skipped: 0, discarded: 0, failed: 0 },
  ...{ verdicts: { safe: 1, 'already-done': 1 }, failures: [], possibleDoubles: [], foundUnder: [] },
  ...{ stillHidden: 0, aboutLeft: 0, aboutHeldElsewhere: 0 },
};

const asked = {
  ...{ byOldCode: false, checked: true, onlyFirst: false, edits: false, dryRun: false },
  limit: undefined,
};

const seen: RedriveSeen = {
  ...{ asked, onlyId: undefined, host: { hits: 0 }, reads: new Map(), receivedAtMs: 1_000 },
  ...{ received: new Set(['message-1', 'message-2']), sent: new Set(['id-1']), copies: 1, deletes: 1, writes: 0 },
};

const sent: SentSeen = {
  ...{ body: 'a body', jobId: 'parcel.ship:p-1', version: 2, validation: 'hash', does: 'succeed' },
  ...{ weightGrams: 1, route: 'north', expires: false, expiresAtMs: 5_000, times: 1, accepted: true, edited: false },
};

const record: JobRecord = {
  ...{ id: 'parcel.ship:p-1', type: 'parcel.ship', status: 'DEAD', expiration: 9_000 },
  ...{ version: 2, validation: 'hash', death_id: 'id-1' },
};

const copy: CopySeen = {
  ...{ to: 'the queue', atMs: 2_000, deathId: 'id-1', body: 'a body', sent, reason: undefined, isEdited: false },
  ...{ record, sender: 'operator', redrive: seen, told: record, receivedAtMs: 1_000 },
  ...{ message: { body: 'a body' }, kept: undefined },
};

function asking(other: Partial<RedriveSeen['asked']>): RedriveSeen {
  return { ...seen, asked: { ...asked, ...other } };
}

describe('a redrive that tells something else than it did is seen', () => {
  const misreported = (other: Partial<RedriveReport>, redrive = seen) =>
    redriveByTheRules.onReport?.({ ...report, ...other }, redrive)?.saw;

  it.each([
    [{ redriven: 2 }, seen, '2 redriven, 1 sent'],
    [{ discarded: 1 }, seen, '1 discarded, 0 deleted unsent'],
    [{ received: 3 }, seen, '3 looked at, 2 received'],
    [{ verdicts: { safe: 2 } }, seen, '2 might go, 1 were tried'],
    [{ verdicts: { 'unknown-effects': 1 } }, seen, 'refused what was checked'],
    [{}, asking({ dryRun: true }), 'a dry run changed something'],
    [{}, asking({ limit: 0 }), '1 of at most 0'],
    [{ endedEarly: { by: 'error', message: 'x is not a function' } } as const, seen, 'x is not a function'],
  ])('%j', (other, redrive, saw) => {
    expect(misreported(other, redrive)).toBe(saw);
    expect(misreported({})).toBeUndefined();
  });

  it('it loses count', () => {
    const lost = { received: 3, verdicts: { safe: 2 } };
    expect(redriveAddsUp.onReport?.({ ...report, ...lost })?.saw).toBe('received 3, ended 2, judged 2');
    expect(redriveAddsUp.onReport?.(report)).toBeUndefined();
  });
});

describe('a redrive that sends what it must not is seen', () => {
  const wrong = (other: Partial<CopySeen>) => redriveByTheRules.onCopy?.({ ...copy, ...other }, ledger)?.saw;

  it.each<readonly [saw: string, other: Partial<CopySeen>]>([
    ['a copy, and was to try only', { redrive: asking({ dryRun: true }) }],
    ['what is not parcel.ship:p-2', { redrive: { ...seen, onlyId: 'parcel.ship:p-2' } }],
    ['an old payload in place of the edited', { redrive: asking({ edits: true }) }],
    ['what is past its expiry', { receivedAtMs: 6_000 }],
    ['a job that is COMPLETED', { told: { ...record, status: 'COMPLETED' } }],
    ['a job that runs', { told: { ...record, status: 'INPROGRESS', in_progress_expiration: 3_000 } }],
    ['other content', { told: { ...record, validation: 'other' } }],
    [
      'another version, and nobody checked it',
      { told: { ...record, validation: 'other', version: 1 }, redrive: asking({ checked: false }) },
    ],
  ])('%s', (saw, other) => {
    expect(wrong(other)).toBe(`operator sent ${saw}`);
    expect(wrong({})).toBeUndefined();
  });

  it('it sends unchecked what is to be checked first', () => {
    const cautious = createLedger({ ...plan, settings: { ...plan.settings, replay: 'check-first' } });
    const unchecked = { ...copy, redrive: asking({ checked: false }) };
    expect(redriveByTheRules.onCopy?.(unchecked, cautious)?.saw).toBe('operator sent what is to be checked first');
    expect(redriveByTheRules.onCopy?.(copy, cautious)).toBeUndefined();
  });
});

it('a redrive that leaves behind what may run again is seen', () => {
  const leftBy = (redrive: RedriveSeen) => {
    const told = createLedger(plan);
    told.sent.set(sent.body, sent);
    told.redrives.set('operator', redrive);
    told.lastRedrive = {
      atMs: 1_000,
      endedMs: 2_000,
      letters: [{ body: sent.body, deathId: 'id-1' }],
      records: new Map([[record.id, record]]),
    };
    const end = {
      plan,
      ledger: told,
      records: new Map(),
      keptMessages: new Map(),
      confidential: new Map(),
      deadLetters: [],
      faults: {},
    };
    return redriveReachesAll.atEnd?.(end);
  };
  expect(leftBy({ ...seen, sent: new Set() })).toEqual([
    { job: 'parcel.ship:p-1', saw: 'left in the dead-letter queue under id-1' },
  ]);
  expect(leftBy(seen)).toEqual([]);
});

it('a lost claim that hides its message is seen', () => {
  const outcome = {
    ...{ writer: 'worker-1', outcome: 'lost-claim', jobId: 'parcel.ship:p-1', record, reason: '' },
    hiddenSeconds: undefined,
  };
  expect(lostClaimsTouchNothing.onOutcome?.({ ...outcome, hides: 2 }, ledger)?.saw).toBe(
    'worker-1 lost its claim, and hid the message',
  );
  expect(lostClaimsTouchNothing.onOutcome?.({ ...outcome, hides: 1 }, ledger)).toBeUndefined();
});

it('two tests of a breaker at once are seen', () => {
  const before = { id: 'parcel.ship:~/breaker', fence: 'id-1', expiration: 9_000, probe_until: 20_000 };
  const test = { writer: 'worker-1', before };
  expect(turnsKept.onTest?.({ ...test, atMs: 14_000 }, ledger)?.saw).toBe(
    'worker-1 tests it, and another does until 6000 ms later',
  );
  expect(turnsKept.onTest?.({ ...test, atMs: 16_000 }, ledger)).toBeUndefined();
});

it('a claim with too little time for its run is seen', () => {
  const told = createLedger({ ...plan, settings: { ...plan.settings, ratePerSecond: undefined, breaker: undefined } });
  const after: JobRecord = { ...record, status: 'INPROGRESS', fence: 'id-2', attempts: 1 };
  const claimedWith = (leftMs: number) => {
    const claim = { fence: 'id-2', id: record.id, writer: 'worker-1', alone: false, deadlineMs: 20_000, leftMs };
    told.claims.set('id-2', { ...claim, hitsBefore: 0, toCancel: false, isLate: false });
    const write = { id: record.id, set: {} };
    const nothing = { before: undefined, forgotten: undefined, kept: undefined };
    return startedInTime.onWrite?.({ ...nothing, atMs: 1_000, writer: 'worker-1', write, after }, told)?.saw;
  };
  expect(claimedWith(6_999)).toBe('worker-1 claimed it with 6999 ms left');
  expect(claimedWith(7_000)).toBeUndefined();
});
