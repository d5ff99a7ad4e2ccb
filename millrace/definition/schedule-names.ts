import { jobStem } from './job-stem.ts';

/** The group of all schedules of one deployment. */
export function scheduleGroupName(app: string, stage: string): string {
  return `${app}-${stage}`;
}

export function scheduleName(group: string, type: string, name: string): string {
  return `${group}-${jobStem(type)}-${name}`;
}

/** Where EventBridge Scheduler puts what it could not deliver. */
export function scheduleDeadLetterQueueName(group: string): string {
  return `${group}-schedules-dead`;
}
