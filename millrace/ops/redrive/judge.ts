import { classifyFound } from '../../consumer/found-record.ts';
import type { ReplayRule } from '../../definition/job-definition.ts';
import { DEATH_REASON } from '../../message/dead-letter-copy.ts';
import type { JobRecord } from '../../record/job-record.ts';
import { unfinishedSteps } from '../../record/step-state.ts';
import type { JobContent } from '../../record/writes/job-content.ts';
import type { DeadMessage } from './dead-message.ts';
import type { SentMessage } from './redrive-run.ts';
import type { Judgement, Verdict } from './verdict.ts';

export interface Rules {
  readonly replay: ReplayRule;
  /** A person says they have checked what the job's rule asks for. */
  readonly checked: boolean;
  /** A person says that a step's effect, whose end is unknown, did not happen. */
  readonly notDone: boolean;
}

const ENDED_AS: Readonly<Record<string, Verdict>> = { EXPIRED: 'expired', CANCELLED: 'cancelled' };

/** What may become of a dead message, by the record that stands (absent where the message holds no job). */
export function judge(message: DeadMessage, record: JobRecord | undefined, rules: Rules, nowMs: number): Judgement {
  const { content, isNative, isExpired } = message;
  if (content === undefined) return judgeUnreadable(message, rules);
  const found = record && classifyFound(record, { ...message, content }, nowMs);
  // What only came here by itself has no more to tell once its job has ended.
  const ended = isNative ? 'discard' : 'refuse';
  if (found === 'ended') return { verdict: ENDED_AS[record?.status ?? ''] ?? 'already-done', course: ended };
  if (found === 'other-content' && !bringsContent(message, record, rules)) {
    return { verdict: 'other-content', course: 'refuse' };
  }
  if (isExpired) return { verdict: 'expired', course: 'refuse' };
  switch (found) {
    case undefined:
    case 'forgotten':
      return judgeWithoutRecord(message, rules);
    case 'other-content':
      return byEffects(record, rules) ?? byRule(rules, record?.death_id);
    case 'redriven':
    case 'dead':
      return bySender(record, content, rules) ?? byEffects(record, rules) ?? byRule(rules, record?.death_id);
    case 'waiting':
    case 'lapsed':
      // No other message of it may be left: a second one is answered as a duplicate.
      return (
        bySender(record, content, rules) ?? byEffects(record, rules) ?? byRule(rules, deathOf(message, record, rules))
      );
    case 'live':
      return { verdict: 'live', course: 'skip' };
    case 'unknown':
      return { verdict: 'unknown-status', course: 'skip' };
  }
}

/**
 * An edit of the dead job that the code then deployed refused: it has yet to take its content there. One that the record
 * refused may be older than what stands there: a person has to compare the two.
 */
function bringsContent(message: DeadMessage, record: JobRecord | undefined, { checked }: Rules): boolean {
  const isOfDead = message.isEdited && message.isMessageDeath && record?.status === 'DEAD';
  return isOfDead && (checked || message.delivery.attributes[DEATH_REASON]?.stringValue !== 'other-content');
}

/** Contents are compared between equal versions only: one of another version may say something else. */
function bySender(record: JobRecord | undefined, content: JobContent, { checked }: Rules): Judgement | undefined {
  const isOther = record?.version !== undefined && record.version !== content.version;
  return isOther && !checked ? { verdict: 'other-version', course: 'refuse' } : undefined;
}

/** Whether a step's effect happened is a question for its provider, or for a person. */
function byEffects(record: JobRecord | undefined, { checked, notDone }: Rules): Judgement | undefined {
  const isUnknown = unfinishedSteps(record?.steps).length > 0;
  return isUnknown && !checked && !notDone ? { verdict: 'unknown-effects', course: 'refuse' } : undefined;
}

/** This code can't tell what job it is, so its record can't be asked: what may have run is not run again unseen. */
function judgeUnreadable(message: DeadMessage, rules: Rules): Judgement {
  if (message.isMessageDeath) return { verdict: 'never-ran', course: 'redrive', deathId: message.id };
  if (message.deathId !== undefined) return { verdict: 'unreadable', course: 'refuse' };
  return byRule(rules, message.id);
}

function judgeWithoutRecord(message: DeadMessage, rules: Rules): Judgement {
  if (message.isMessageDeath) return { verdict: 'never-ran', course: 'redrive', deathId: message.id };
  return message.isNative ? byRule(rules) : { verdict: 'too-old', course: 'refuse' };
}

/**
 * The death under which our own parking left it here. What SQS moved has to be given one first; so has a job that waits
 * where an edit is to be taken over or a start forgotten, since neither is done but under its own death.
 */
function deathOf(message: DeadMessage, record: JobRecord | undefined, { notDone }: Rules): string | undefined {
  const forgets = notDone && unfinishedSteps(record?.steps).length > 0;
  if (message.edited !== undefined || forgets) return undefined;
  if (message.isMessageDeath) return message.id;
  return message.isNative ? undefined : message.deathId;
}

/** A message of a job that this run has sent already. */
export function judgeRepeated(
  message: DeadMessage,
  record: JobRecord | undefined,
  sent: SentMessage,
): Judgement | undefined {
  if (message.isMessageDeath) return { verdict: 'died-again', course: 'skip' };
  if (record?.status === 'DEAD' && record.death_id !== sent.deathId) return { verdict: 'died-again', course: 'skip' };
  if (message.isNative || message.deathId !== sent.deathId || message.isExpired) return undefined;
  // The same death twice: the parking sent it, got no answer, and sent it again.
  if (isSameContent(message.content, sent.content)) return { verdict: 'double', course: 'discard' };
  return { verdict: 'under-way', course: 'skip' };
}

function isSameContent(one: JobContent | undefined, other: JobContent | undefined): boolean {
  return one?.version === other?.version && one?.validation === other?.validation;
}

function byRule({ replay, checked }: Rules, deathId?: string): Judgement {
  const verdict: Verdict = replay.rule === 'safe' ? 'safe' : 'check-first';
  const course = verdict === 'safe' || checked ? 'redrive' : 'refuse';
  return { verdict, course, ...(deathId === undefined ? {} : { deathId }) };
}
