import { CfnOutput, type Environment, Stack, Tags } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Catalogue } from '../definition/catalogue.ts';
import { jobStem } from '../definition/job-stem.ts';
import type { Access } from './access.ts';
import { AlarmTopic } from './alarm-topic.ts';
import type { Bundle } from './bundle.ts';
import { checkJwt } from './check-jwt.ts';
import { checkNames } from './check-names.ts';
import { checkResourceCount } from './check-resource-count.ts';
import { Delays } from './delays.ts';
import { JobsApi } from './jobs-api.ts';
import { JobsTable } from './jobs-table.ts';
import { MillraceJobs } from './millrace-jobs.ts';
import { ProducerPolicy } from './producer-policy.ts';
import { Scheduling } from './scheduling.ts';
import type { Stage } from './stage.ts';
import { Sweeper } from './sweeper.ts';

export interface MillraceStackProps<AppStage extends Stage> {
  readonly app: string;
  readonly stage: AppStage;
  readonly catalogue: Catalogue;
  /** By file stem: one for each job, `webhooks/<source>` for each webhook, and `api` where there is to be an HTTP API. */
  readonly bundles: ReadonlyMap<string, Bundle>;
  /** By file stem, for the jobs that need more than Millrace's own. */
  readonly access?: ReadonlyMap<string, Access<AppStage>>;
  /** Web address of the folder with `depth.md` and the other runbooks, which alarms link to; a path in the project unless given. */
  readonly runbookUrl?: string | undefined;
  /** Account and Region; those of whoever deploys unless given. */
  readonly env?: Environment;
  /** On every resource, besides `millrace:app` and `millrace:stage`. */
  readonly tags?: Readonly<Record<string, string>>;
}

/** All jobs of one app in one stage. */
export class MillraceStack<AppStage extends Stage = Stage> extends Stack {
  readonly jobs: MillraceJobs;
  /** The group of its schedules, for whatever else is to be called by one. */
  readonly scheduling: Scheduling;

  constructor(scope: Construct, props: MillraceStackProps<AppStage>) {
    const { app, stage, catalogue, bundles, runbookUrl } = props;
    checkNames(app, stage.name, catalogue);
    checkJwt(stage.jwt);
    if (runbookUrl !== undefined && !URL.canParse(runbookUrl)) {
      throw new Error(
        `runbookUrl: "${runbookUrl}" given; an address such as https://wiki.example.com/runbooks allowed`,
      );
    }
    super(scope, `${app}-${stage.name}`, {
      description: `Background jobs of ${app} in ${stage.name}`,
      terminationProtection: stage.keepsData,
      ...(props.env && { env: props.env }),
    });
    checkResourceCount(this, catalogue.jobs.length);
    this.tag({ 'millrace:app': app, 'millrace:stage': stage.name, ...props.tags });
    const deployment = { app, stage, runbookUrl };
    const records = new JobsTable(this, 'Records', deployment, catalogue.jobs);
    const { topic } = new AlarmTopic(this, 'Alarms', deployment, catalogue);
    this.scheduling = new Scheduling(this, 'Schedules', deployment, { topic });
    const delays = new Delays(this, 'Delays', deployment, { catalogue, scheduling: this.scheduling });
    const shared = { records, topic, scheduling: this.scheduling, delays };
    this.jobs = new MillraceJobs(this, 'Jobs', deployment, { catalogue, bundles, ...shared });
    const { webhooks = [] } = catalogue;
    if (bundles.has('api') || webhooks.length > 0) {
      new JobsApi(this, 'Api', deployment, { webhooks, bundles, jobs: this.jobs, records });
      const { jobs, scheduling } = this;
      new Sweeper(this, 'Sweeper', deployment, { bundle: bundles.get('sweeper'), jobs, records, scheduling });
    }
    if (this.jobs.all.length > 0)
      new ProducerPolicy(this, 'Producers', this.jobs, records.producerStatements(catalogue.jobs));
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
    for (const job of this.jobs.all) {
      props.access?.get(jobStem(job.type))?.({ job, jobs: this.jobs, stage });
    }
  }

  /** In the template, and at the stack itself, from which CloudFormation tags what has no tags in a template. */
  private tag(tags: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(tags)) {
      Tags.of(this).add(name, value);
      this.addStackTag(name, value);
    }
  }
}
