import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Catalogue } from '../definition/catalogue.ts';
import { jobStem } from '../definition/job-stem.ts';
import type { Bundle } from './bundle.ts';
import type { Delays } from './delays.ts';
import type { Deployment } from './deployment.ts';
import type { JobsTable } from './jobs-table.ts';
import { MillraceJob } from './millrace-job.ts';
import type { Scheduling } from './scheduling.ts';

interface MillraceJobsProps {
  readonly catalogue: Catalogue;
  /** By file stem. */
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly records: JobsTable;
  readonly topic: ITopic;
  readonly scheduling: Scheduling;
  readonly delays: Delays;
}

/** The jobs of a deployment. Each one's construct id is its stem, so that their order means nothing. */
export class MillraceJobs extends Construct {
  readonly all: readonly MillraceJob[];
  readonly delays: Delays;
  private readonly records: JobsTable;

  constructor(scope: Construct, id: string, deployment: Deployment, props: MillraceJobsProps) {
    super(scope, id);
    const { catalogue, bundles, delays, ...shared } = props;
    this.delays = delays;
    this.records = props.records;
    this.all = catalogue.jobs.map((job) => {
      const bundle = bundles.get(jobStem(job.type));
      if (!bundle) throw new Error(`job ${job.type}: no bundle named ${jobStem(job.type)}`);
      const owner = catalogue.owners[job.owner];
      if (!owner) throw new Error(`job ${job.type}: its owner ${job.owner} is not among the owners`);
      return new MillraceJob(this, jobStem(job.type), deployment, { job, owner, bundle, ...shared });
    });
  }

  get(type: string): MillraceJob {
    const found = this.all.find((job) => job.type === type);
    if (!found) throw new Error(`no job ${type} in the catalogue: ${this.all.map((job) => job.type).join(', ')}`);
    return found;
  }

  /** Lets a function send these jobs, by name as a producer does, at once or with a long delay, with their confidential data. */
  grantEnqueue(grantee: IGrantable, ...jobs: readonly { readonly type: string }[]): void {
    this.grantSend(grantee, ...jobs);
    if (jobs.some(({ type }) => this.get(type).queues.canDelay)) this.delays.grantDelay(grantee);
  }

  /** Lets a function send these jobs at once, or with a delay that SQS knows. */
  grantSend(grantee: IGrantable, ...jobs: readonly { readonly type: string }[]): void {
    for (const { type } of jobs) {
      const { queues, definition } = this.get(type);
      queues.grantEnqueue(grantee);
      this.records.grantEnqueue(grantee, definition);
    }
  }
}
