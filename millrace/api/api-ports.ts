import type { Catalogue } from '../definition/catalogue.ts';
import type { Clock } from '../message/clock.ts';
import type { Sender } from '../producer/create-sender.ts';
import type { RecordTable } from '../record/record-table.ts';

/** What the API's handlers need of the world. */
export interface ApiPorts {
  readonly catalogue: Catalogue;
  readonly sender: Sender;
  readonly records: RecordTable;
  readonly clock: Clock;
  /** One line for operators; nothing of the request. */
  log(message: string, extra: Readonly<Record<string, unknown>>): void;
}
