import { awsLimits } from '../definition/aws-limits.ts';
import type { Catalogue } from '../definition/catalogue.ts';
import { queuePairs } from '../definition/queue-pairs.ts';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Refuses an app, stage or job whose physical names AWS would refuse only at deploy. */
export function checkNames(app: string, stage: string, catalogue: Catalogue): void {
  const atMost = awsLimits.queueNameLength.most;
  const problems = [
    ...(NAME.test(app) ? [] : [`app: "${app}" given; lower-case words joined by hyphens allowed`]),
    ...(NAME.test(stage) ? [] : [`stage: "${stage}" given; lower-case words joined by hyphens allowed`]),
    ...catalogue.jobs
      .flatMap((job) => queuePairs(app, stage, job))
      .map(({ deadLetter }) => deadLetter)
      .filter((name) => name.length > atMost)
      .map((name) => `queue name ${name}: ${name.length} characters given; at most ${atMost} allowed`),
  ];
  if (problems.length > 0) throw new Error(`names that AWS would refuse\n  ${problems.join('\n  ')}`);
}
