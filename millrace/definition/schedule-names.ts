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

/** The role by which one-time schedules send; of its Region, since IAM's names are of the whole account. */
export function delaysRoleName(app: string, stage: string, region: string): string {
  return `${scheduleGroupName(app, stage)}-${region}-delays`;
}

/** EventBridge Scheduler's own most, and its default: it tries for a day to reach a target. */
export const longestDelivery = { ageSeconds: 86_400, retries: 185 } as const;
