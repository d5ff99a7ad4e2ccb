import type { MillraceJob } from './millrace-job.ts';
import type { MillraceJobs } from './millrace-jobs.ts';
import type { Stage } from './stage.ts';

interface AccessContext<AppStage extends Stage> {
  readonly job: MillraceJob;
  readonly jobs: MillraceJobs;
  readonly stage: AppStage;
}

/** What a job's function may touch besides Millrace's own, and where it finds it. */
export type Access<AppStage extends Stage = Stage> = (context: AccessContext<AppStage>) => void;
