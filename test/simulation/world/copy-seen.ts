import type { OutgoingMessage } from '../../../millrace/message/queue.ts';
import type { JobRecord, StoredMessage } from '../../../millrace/record/job-record.ts';
import type { RedriveSeen } from './redrive-seen.ts';
import type { SentSeen } from './sent-seen.ts';

/** A copy under a death, put into one of the two queues. */
export interface CopySeen {
  readonly to: 'the queue' | 'the dead-letter queue';
  readonly atMs: number;
  readonly deathId: string;
  readonly body: string;
  readonly sent: SentSeen | undefined;
  readonly reason: string | undefined;
  readonly isEdited: boolean;
  readonly message: OutgoingMessage;
  /** The attributes that it had no room for. */
  readonly kept: StoredMessage | undefined;
  readonly record: JobRecord | undefined;
  readonly sender: string;
  /** The redrive that sent it. */
  readonly redrive: RedriveSeen | undefined;
  /** The record as that redrive was told when it sent the copy. */
  readonly told: JobRecord | undefined;
  /** When that redrive had been given the message. */
  readonly receivedAtMs: number;
}
