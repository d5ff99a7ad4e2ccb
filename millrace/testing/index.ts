export type { OutcomeName } from '../consumer/outcome.ts';
export type { VirtualClock } from '../message/clock.ts';
export type { OutgoingMessage } from '../message/queue.ts';
export type { JobRecord } from '../record/job-record.ts';
export type { LogLine, Trial } from './test-job.ts';
export { testJob } from './test-job.ts';
