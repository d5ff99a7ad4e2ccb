import { classifyFound } from '../../consumer/found-record.ts';
import type { ReplayRule } from '../../definition/job-definition.ts';
import type { JobRecord } from '../../record/job-record.ts';
import type { DeadMessage } from './dead-message.ts';
import type { Judgement, Verdict } from './verdict.ts';

export interface Rules {
  readonly replay: ReplayRule;
  /** A person says they have checked what the job's rule asks for. */
  readonly checked: boolean;
}

/** What may become of a dead message, by the record that stands (absent where the message holds no job). */
export function judge(message: DeadMessage, record: JobRecord | undefined, rules: Rules, nowMs: number): Judgement {
  const { content, deathId, isNative, diedAsMessage } = message;
  if (content === undefined) return { verdict: 'never-ran', course: 'redrive', deathId: message.id };
  const found = record && classifyFound(record, { content, deathId }, nowMs);
  // What only came here by itself has no more to tell once its job has ended.
  const ended = isNative ? 'discard' : 'refuse';
  if (found === 'ended') return { verdict: record?.status === 'EXPIRED' ? 'expired' : 'already-done', course: ended };
  if (found === 'other-content') return { verdict: 'other-content', course: 'refuse' };
  if (message.isExpired) return { verdict: 'expired', course: 'refuse' };
  switch (found) {
    case undefined:
      if (diedAsMessage) return { verdict: 'never-ran', course: 'redrive', deathId: message.id };
      return isNative ? byRule(rules) : { verdict: 'too-old', course: 'refuse' };
    case 'redriven':
    case 'dead':
      return byRule(rules, record?.death_id);
    case 'waiting':
    case 'lapsed':
      return isNative ? byRule(rules) : { verdict: 'under-way', course: 'skip' };
    case 'live':
      return { verdict: 'live', course: 'skip' };
    case 'forgotten':
      return { verdict: 'too-old', course: 'refuse' };
    case 'unknown':
      return { verdict: 'unknown-status', course: 'skip' };
  }
}

/** A message of a job that this run has sent already, under the death named. */
export function judgeRepeated(
  message: DeadMessage,
  record: JobRecord | undefined,
  sentUnder: string,
): Judgement | undefined {
  if (message.diedAsMessage) return { verdict: 'died-again', course: 'skip' };
  if (record?.status === 'DEAD' && record.death_id !== sentUnder) return { verdict: 'died-again', course: 'skip' };
  // The same death twice: the parking sent it, got no answer, and sent it again.
  if (!message.isNative && message.deathId === sentUnder) return { verdict: 'double', course: 'discard' };
  return undefined;
}

function byRule({ replay, checked }: Rules, deathId?: string): Judgement {
  const verdict: Verdict = replay.rule === 'safe' ? 'safe' : 'check-first';
  const course = verdict === 'safe' || checked ? 'redrive' : 'refuse';
  return { verdict, course, ...(deathId === undefined ? {} : { deathId }) };
}
