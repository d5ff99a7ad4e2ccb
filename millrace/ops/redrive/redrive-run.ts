import type { JobDefinition } from '../../definition/job-definition.ts';
import type { Clock } from '../../message/clock.ts';
import type { Queues } from '../../message/queue.ts';
import type { RecordTable } from '../../record/record-table.ts';
import type { JobContent } from '../../record/writes/job-content.ts';
import type { Edit } from './edit-message.ts';
import type { HeldMessages } from './held-messages.ts';
import type { Tally } from './redrive-report.ts';

/** What a redrive is asked for. */
export interface RedriveRequest {
  readonly job: JobDefinition;
  readonly sourceUrl: string;
  readonly deadLetterUrl: string;
  /** Only the message with this id; absent for all of the job. */
  readonly onlyId?: string | undefined;
  readonly dryRun: boolean;
  readonly checked: boolean;
  /** Of one job: a person says that an effect, whose end is unknown, did not happen. */
  readonly notDone?: boolean | undefined;
  /** Changes the payload before it is sent again; the job's key must stay. */
  readonly edit?: Edit | undefined;
  /** Redrive at most so many. */
  readonly limit?: number | undefined;
  readonly ratePerSecond?: number | undefined;
}

export interface RedrivePorts {
  readonly queues: Queues;
  readonly records: RecordTable;
  readonly clock: Clock;
  newId(): string;
  readonly stopped: AbortSignal;
  progress(text: string): void;
}

/** One redrive under way. */
export interface RedriveRun {
  readonly request: RedriveRequest;
  readonly ports: RedrivePorts;
  readonly held: HeldMessages;
  readonly tally: Tally;
  /** What this run has sent, by the message's id. */
  readonly sent: Map<string, SentMessage>;
  /** Of an ordered job: the groups of which one could not be sent, and the id of that. */
  readonly stoppedGroups: Map<string | undefined, string>;
}

export interface SentMessage {
  readonly deathId: string;
  readonly content: JobContent | undefined;
}
