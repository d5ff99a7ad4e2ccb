import type { JobLogger } from '../consumer/consumer-logger.ts';
import type { Catalogue } from '../definition/catalogue.ts';
import type { Clock } from '../message/clock.ts';
import type { Sender } from '../producer/create-sender.ts';
import type { RecordTable } from '../record/record-table.ts';

/** What the handlers of API, webhooks and sweeper need of the world. */
export interface ApiPorts {
  readonly catalogue: Catalogue;
  readonly sender: Sender;
  readonly records: RecordTable;
  readonly clock: Clock;
  /** So many random bytes, as hex digits. */
  newHex(bytes: number): string;
  /** For operators; nothing of a request. */
  readonly logger: Pick<JobLogger, 'info' | 'warn' | 'error'>;
}
