import { screen } from '../../consumer/screen.ts';
import type { JobDefinition } from '../../definition/job-definition.ts';
import { isMessageRecordId, messageRecordId } from '../../definition/job-id.ts';
import { DEATH_REASON, deathIdOf, isEdited } from '../../message/dead-letter-copy.ts';
import type { Delivery } from '../../message/delivery.ts';
import type { JobContent } from '../../record/writes/job-content.ts';

/** A message of the dead-letter queue, read as its consumer would read it. */
export interface DeadMessage {
  readonly delivery: Delivery;
  /** The id under which `dead` lists it: a job's, or `<type>:~<messageId>`. */
  readonly id: string;
  /** The job it carries; absent where it holds none that this code can use. */
  readonly content: JobContent | undefined;
  readonly isExpired: boolean;
  /** The death it carries. One that came natively after a redrive carries an old one. */
  readonly deathId: string | undefined;
  /** An operator changed its payload before. */
  readonly isEdited: boolean;
  /** With the payload that this redrive gives it. */
  readonly edited?: Delivery;
  /** SQS moved it here by itself: only our own parking leaves a reason on it. */
  readonly isNative: boolean;
  /** It died as a message without a usable job; by now it may hold one. */
  readonly isMessageDeath: boolean;
}

export function readDeadMessage(job: JobDefinition, delivery: Delivery, nowMs: number): DeadMessage {
  const screening = screen(job, delivery, nowMs);
  const content = 'job' in screening ? screening.job.content : undefined;
  const deathId = deathIdOf(delivery);
  const messageDeath = deathId !== undefined && isMessageRecordId(job.type, deathId) ? deathId : undefined;
  return {
    delivery,
    id: messageDeath ?? content?.id ?? messageRecordId(job.type, delivery.messageId),
    content,
    isExpired: screening.kind === 'expired',
    deathId,
    isEdited: isEdited(delivery),
    isNative: delivery.attributes[DEATH_REASON] === undefined,
    isMessageDeath: messageDeath !== undefined,
  };
}
