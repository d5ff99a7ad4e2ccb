export { InvalidPayloadError } from '../definition/invalid-payload-error.ts';
export type { Clock } from '../message/clock.ts';
export type { EntryFailure, OutgoingMessage, Queues } from '../message/queue.ts';
export { QueueNotFoundError } from '../message/queue-not-found-error.ts';
export type { Enqueued, Producer, ProducerOptions } from './create-producer.ts';
export { createProducer } from './create-producer.ts';
export type { ProducerCounts } from './door.ts';
export {
  ConfidentialConflictError,
  EnqueueError,
  InvalidEnqueueOptionError,
  JobOverError,
  PayloadTooLargeError,
  QueueFullError,
  TooManyHopsError,
} from './enqueue-errors.ts';
export type { EnqueueOptions } from './enqueue-options.ts';
