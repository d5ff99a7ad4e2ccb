import type { Clock } from '../../message/clock.ts';
import { localArn } from '../template/local-account.ts';
import { SchedulerError } from './scheduler-error.ts';

export interface ScheduleGroups {
  /** Answers its ARN. @throws SchedulerError where there is one of that name. */
  createGroup(name: string): string;
  /** @throws SchedulerError where there is none of that name. */
  group(name: string): { readonly arn: string; readonly createdAtMs: number };
}

/** AWS makes this one. */
const DEFAULT_GROUP = 'default';

export function createScheduleGroups(clock: Clock): ScheduleGroups {
  const createdAt = new Map([[DEFAULT_GROUP, clock.now()]]);
  const arnOf = (name: string) => localArn('scheduler', `schedule-group/${name}`);
  return {
    createGroup: (name) => {
      if (createdAt.has(name)) throw new SchedulerError('ConflictException', `Schedule group ${name} already exists.`);
      createdAt.set(name, clock.now());
      return arnOf(name);
    },
    group: (name) => {
      const createdAtMs = createdAt.get(name);
      if (createdAtMs !== undefined) return { arn: arnOf(name), createdAtMs };
      throw new SchedulerError('ResourceNotFoundException', `Schedule group ${name} does not exist.`);
    },
  };
}
