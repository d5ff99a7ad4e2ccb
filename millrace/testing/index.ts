export type { Trial } from './test-job.ts';
export { testJob } from './test-job.ts';
