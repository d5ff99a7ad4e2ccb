import type { Catalogue } from '../definition/catalogue.ts';
import { deadLetterQueueName } from '../definition/job-stem.ts';

/** SQS: "up to 80 alphanumeric characters, hyphens, or underscores". */
const QUEUE_NAME_CHARACTERS = 80;
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Refuses an app, stage or job whose physical names AWS would refuse only at deploy. */
export function checkNames(app: string, stage: string, catalogue: Catalogue): void {
  const problems = [
    ...(NAME.test(app) ? [] : [`app: "${app}" given; lower-case words joined by hyphens allowed`]),
    ...(NAME.test(stage) ? [] : [`stage: "${stage}" given; lower-case words joined by hyphens allowed`]),
    ...catalogue.jobs
      .map((job) => deadLetterQueueName(app, stage, job.type))
      .filter((name) => name.length > QUEUE_NAME_CHARACTERS)
      .map((name) => `queue name ${name}: ${name.length} characters given; at most ${QUEUE_NAME_CHARACTERS} allowed`),
  ];
  if (problems.length > 0) throw new Error(`names that AWS would refuse\n  ${problems.join('\n  ')}`);
}
