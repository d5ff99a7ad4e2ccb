export type { Consumer } from './consume.ts';
export { consume } from './consume.ts';
export type { JobLogger } from './consumer-logger.ts';
export type { OutcomeName } from './outcome.ts';
export type { AtMostOnce, Reconciled, Step, StepTools, UnfinishedStep } from './step.ts';
export type { RunningJob, Work } from './work.ts';
