import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Catalogue } from '../definition/catalogue.ts';
import { jobStem } from '../definition/job-stem.ts';
import type { Access } from './access.ts';
import { AlarmTopic } from './alarm-topic.ts';
import type { Bundle } from './bundle.ts';
import { checkNames } from './check-names.ts';
import { JobsApi } from './jobs-api.ts';
import { JobsTable } from './jobs-table.ts';
import { MillraceJobs } from './millrace-jobs.ts';
import { ProducerPolicy } from './producer-policy.ts';
import type { Stage } from './stage.ts';

export interface MillraceStackProps<AppStage extends Stage> {
  readonly app: string;
  readonly stage: AppStage;
  readonly catalogue: Catalogue;
  /** By file stem: one for each job, and `api`. */
  readonly bundles: ReadonlyMap<string, Bundle>;
  /** By file stem, for the jobs that need more than Millrace's own. */
  readonly access?: ReadonlyMap<string, Access<AppStage>>;
  /** Web address of the folder with `depth.md` and the other runbooks, which alarms link to; a path in the project unless given. */
  readonly runbookUrl?: string | undefined;
}

/** All jobs of one app in one stage. */
export class MillraceStack<AppStage extends Stage = Stage> extends Stack {
  readonly jobs: MillraceJobs;

  constructor(scope: Construct, props: MillraceStackProps<AppStage>) {
    const { app, stage, catalogue, bundles, runbookUrl } = props;
    checkNames(app, stage.name, catalogue);
    if (runbookUrl !== undefined && !URL.canParse(runbookUrl)) {
      throw new Error(
        `runbookUrl: "${runbookUrl}" given; an address such as https://wiki.example.com/runbooks allowed`,
      );
    }
    super(scope, `${app}-${stage.name}`, {
      description: `Background jobs of ${app} in ${stage.name}`,
      terminationProtection: stage.keepsData,
    });
    const deployment = { app, stage, runbookUrl };
    const records = new JobsTable(this, 'Records', deployment);
    const { topic } = new AlarmTopic(this, 'Alarms', deployment, catalogue);
    this.jobs = new MillraceJobs(this, 'Jobs', deployment, { catalogue, bundles, records, topic });
    const bundle = bundles.get('api');
    if (!bundle) throw new Error('the HTTP API has no bundle named api');
    new JobsApi(this, 'Api', deployment, { bundle, jobs: this.jobs, records });
    if (this.jobs.all.length > 0) new ProducerPolicy(this, 'Producers', this.jobs);
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
    for (const job of this.jobs.all) {
      props.access?.get(jobStem(job.type))?.({ job, jobs: this.jobs, stage });
    }
  }
}
