import { awsLimits } from '../definition/aws-limits.ts';
import type { Catalogue } from '../definition/catalogue.ts';
import { queuePairs } from '../definition/queue-pairs.ts';
import { delaysRoleName, scheduleGroupName, scheduleName } from '../definition/schedule-names.ts';

/** No Region's name is longer. */
const LONGEST_REGION = 'ap-northeast-1';
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Refuses an app, stage or job whose physical names AWS would refuse only at deploy. */
export function checkNames(app: string, stage: string, catalogue: Catalogue): void {
  const atMost = awsLimits.queueNameLength.most;
  const scheduleAtMost = awsLimits.scheduleNameLength.most;
  const problems = [
    ...(NAME.test(app) ? [] : [`app: "${app}" given; lower-case words joined by hyphens allowed`]),
    ...(NAME.test(stage) ? [] : [`stage: "${stage}" given; lower-case words joined by hyphens allowed`]),
    ...catalogue.jobs
      .flatMap((job) => queuePairs(app, stage, job))
      .map(({ deadLetter }) => deadLetter)
      .filter((name) => name.length > atMost)
      .map((name) => `queue name ${name}: ${name.length} characters given; at most ${atMost} allowed`),
    ...catalogue.jobs
      .flatMap(({ type, schedules }) =>
        schedules.map(({ name }) => scheduleName(scheduleGroupName(app, stage), type, name)),
      )
      .filter((name) => name.length > scheduleAtMost)
      .map((name) => `schedule name ${name}: ${name.length} characters given; at most ${scheduleAtMost} allowed`),
  ];
  const role = delaysRoleName(app, stage, LONGEST_REGION);
  if (role.length > awsLimits.roleNameLength.most) {
    problems.push(
      `role name ${role}: ${role.length} characters given; at most ${awsLimits.roleNameLength.most} allowed: a shorter app or stage`,
    );
  }
  if (problems.length > 0) throw new Error(`names that AWS would refuse\n  ${problems.join('\n  ')}`);
}
