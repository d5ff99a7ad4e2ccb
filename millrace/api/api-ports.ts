import type { Catalogue } from '../definition/catalogue.ts';
import type { Clock } from '../message/clock.ts';
import type { Producer } from '../producer/create-producer.ts';
import type { RecordTable } from '../record/record-table.ts';

/** What the API's handlers need of the world. */
export interface ApiPorts {
  readonly catalogue: Catalogue;
  readonly producer: Producer;
  readonly records: RecordTable;
  readonly clock: Clock;
  /** One line for operators; nothing of the request. */
  log(message: string, extra: Readonly<Record<string, unknown>>): void;
}
